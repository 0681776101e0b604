"""The figures that are kept in tests/golden: name, and what headsup export is asked for."""
FIGURES = {
    "weights": ["--stage", "weights", "--head", "4", "--cell", "8,7", "--caption", "below"],
    "masked-causal": ["--stage", "masked", "--mask", "causal", "--layer", "2", "--head", "1"],
    "scores-chinese": ["--stage", "scores", "--head", "2", "--numbers", "on", "动物没有过马路，因为它太累了"],
    "heads-shared": ["--view", "heads", "--stage", "scaled", "--range", "shared", "--width", "174mm", "--font-size", "8"],
    "overview-dark": ["--view", "overview", "--theme", "dark", "--cell", "8,7"],
    "stage-output": ["--view", "stage", "--stage", "output", "--head", "4", "--cell", "8,3"],
    "stage-block": ["--view", "stage", "--stage", "block", "--layer", "2", "--cell", "8,3"],
    "hidden-row": ["--stage", "weights", "--do", "mask row 2 hide", "سلام دنیا", "a", "b"],
    "screen-prediction": ["--model", "reader", "--view", "screen", "--size", "1440x900", "--do", "stage logits; cell 8 row"],
    "screen-layer-output": ["--model", "reader", "--view", "screen", "--size", "1280x720", "--do", "cell none; stage block"],
    "screen-training": ["--view", "screen", "--size", "1440x900", "--do",
                        "view training; train copy; train until 24; timeline 16; watch w_q 2 3"],
    "prediction-chinese": ["--model", "reader", "--view", "stage", "--stage", "logits", "--cell", "7,2",
                           "动物没有过马路，因为它太累了"],
        "cache-demo": ["--model", "cache-demo", "--view", "cache", "--do", "cache prompt 4; cache step 2", "<SOS> 你 好 世界 我 爱 北京"],
    "length-18": ["--view", "length", "--do", "length 18", "--caption", "below"],
    "saturation-512": ["--view", "saturation", "--do", "saturation width 512; saturation draw 3", "--caption", "below"],
    "lookup-book": ["--view", "lookup", "--do", "lookup book 2", "--caption", "below"],
    "layout-heads": ["--view", "layout", "--do", "layout example heads; layout step 2.3; layout number 7", "--caption", "below"],
    "arcs-all": ["--model", "reader", "--view", "arcs", "--layer", "2", "--do", "arcs all; arcs heads 1,2,4", "--caption", "below"],
    "rollout-2": ["--model", "reader", "--view", "rollout", "--layer", "2", "--cell", "8,2", "--caption", "below"],
    "answers-reader": ["--model", "reader", "--view", "answers", "--theme", "dark", "--caption", "below"],
    "cost-window": ["--view", "cost", "--mask", "causal window:2", "--caption", "below"],
    "block-llama": ["--model", "random like llama", "--view", "block"],
    "block-reader-narrow": ["--model", "reader", "--view", "block", "--width", "84mm", "--caption", "below"],
    "screen-scores": ["--view", "screen", "--size", "1440x900", "--do", "stage scores; step by cell; cell 3 2"],
}


def arguments(name):
    words = FIGURES[name]
    return words if "--model" in words else ["--model", "hand-made", *words]
