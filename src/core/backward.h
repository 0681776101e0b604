/* core/backward.h -- gradients of the layers between embedding and loss.
**
** For a loss ℓ, dX is ∂ℓ/∂X and has the shape of X. Gradients of inputs are overwritten; gradients
** of weights are accumulated, so that several sequences add up.
**
**   y = x W + b        dx = dy Wᵀ     dW += xᵀ dy     db += Σ_rows dy               (M-20)
**   output = A V       dA = dO Vᵀ     dV = Aᵀ dO                                    (M-21)
**   A = softmax(m)     dm_ij = A_ij (dA_ij − Σ_k dA_ik A_ik)                        (M-22)
**   masked = s + M     ds = dm where a query may see, 0 where hidden                (M-23)
**   scaled = c / √D    dc = ds / √D                                                 (M-24)
**   scores = Q Kᵀ      dQ = dc K      dK = dcᵀ Q                                    (M-25)
**   layer norm         x̂ = (x − mean)/σ   g = dy · gain
**                      dx = (g − mean g − x̂ · mean(g x̂)) / σ
**                      dgain += Σ dy x̂     dbias += Σ dy                            (M-26)
**   relu, gelu         dx = dy · f'(x), x before the activation                     (M-27)
**
** The embedding and the loss are in core/embedding.h (M-28) and core/loss.h (M-29).
**
** Shapes  as forward: x [n,i], W [i,o], y [n,o]; A, m, s, c [T,S]; Q [T,D], K [S,D], V [S,Dv].
** Memory  The caller's. An output must not overlap an input, but attn_weights_backward,
**         attn_mask_backward, attn_scale_backward and the activations may work in place.
** Errors  None; a wrong shape is a bug: assert.
** Source  Rumelhart, Hinton and Williams 1986 for the chain rule; derived in docs/maths.md.
*/
#ifndef CORE_BACKWARD_H
#define CORE_BACKWARD_H

#include "core/mask.h"
#include "core/matrix.h"

/* M-20. Writes dx [n,i], unless dx.at is NULL; adds to dw [i,o] and d_bias [o], which is NULL where
** the map has no bias. x [n,i] is the input of the forward pass. */
void linear_backward(MatView x, MatView w, MatView dy, Mat dx, Mat dw, float *d_bias);

/* M-21. From d_output [T,Dv]: d_weights [T,S] and dv [S,Dv], both written. */
void attn_output_backward(MatView weights, MatView v, MatView d_output, Mat d_weights, Mat dv);

/* M-22. weights [T,S] are the shares softmax gave; d_masked [T,S] may be d_weights. */
void attn_weights_backward(MatView weights, MatView d_weights, Mat d_masked);

/* M-23. All [T,S]; mask is the one of the forward pass. In place is fine. */
void attn_mask_backward(MatView d_masked, MaskView mask, Mat d_scaled);

/* M-24. All [T,S]; d_head is D, as forward. In place is fine. */
void attn_scale_backward(MatView d_scaled, int d_head, Mat d_scores);

/* M-25. From d_scores [T,S]: dq [T,D] and dk [S,D], both written. */
void attn_scores_backward(MatView q, MatView k, MatView d_scores, Mat dq, Mat dk);

/* [d] each: a gain, and the gradients of gain and bias, which are added to. All NULL: the norm has
** none. */
typedef struct NormGain {
  const float *gain;
  float *d_gain, *d_bias;
} NormGain;

/* M-26. x [n,d] is the input of the norm, dy [n,d] the gradient of its output. Writes dx [n,d].
** epsilon is that of the forward pass. Computes in float, mean and variance in double. */
void norm_layer_backward(MatView x, NormGain gain, float epsilon, MatView dy, Mat dx);

/* M-27. All [n,d]; x is the input of the activation in the forward pass. dx may be x or dy. */
void activation_relu_backward(MatView x, MatView dy, Mat dx);

/* The same for gelu by erf; its slope falls to −0.13 near x = −1.4. */
void activation_gelu_backward(MatView x, MatView dy, Mat dx);

/* The same for gelu by tanh, eight numbers at a time. */
void activation_gelu_tanh_backward(MatView x, MatView dy, Mat dx);

#endif
