"""tools/record_trace.py for its tests."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "tools"))
sys.dont_write_bytecode = True
import record_trace
from record_trace import Recorder, merge, read_header, save_attentions
