"""tools/record_trace.py for its tests. A test that imports from here is skipped where there is no torch to record with."""
import os
import sys

try:
    import torch  # noqa: F401
except ImportError:
    print("no torch: skipped")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "tools"))
sys.dont_write_bytecode = True
import record_trace
from record_trace import Recorder, merge, read_header, save_attentions
