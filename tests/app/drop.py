#!/usr/bin/env python3
"""drop.py WINDOW PATH -- drops a file on a window of X, as a file manager does (XDND, version 5).

Enter, position and drop are sent to the window; when it asks for what is dragged it gets the path
as a text/uri-list. Ends with 0 when the window says that it is finished. The X library is called
directly, so nothing besides it is needed.
"""
import ctypes
import sys
import time
import urllib.parse
from ctypes import c_char_p, c_int, c_long, c_ulong, c_void_p

CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31
PATIENCE_S = 20


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
                ("window", c_ulong), ("message_type", c_ulong), ("format", c_int),
                ("data", c_long * 5)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
                ("owner", c_ulong), ("requestor", c_ulong), ("selection", c_ulong),
                ("target", c_ulong), ("property", c_ulong), ("time", c_ulong)]


class SelectionNotify(ctypes.Structure):
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
                ("requestor", c_ulong), ("selection", c_ulong), ("target", c_ulong),
                ("property", c_ulong), ("time", c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", c_int), ("client", ClientMessage), ("request", SelectionRequest),
                ("notify", SelectionNotify), ("room", c_long * 24)]


def library():
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = c_void_p
    x.XOpenDisplay.argtypes = [c_char_p]
    x.XDefaultRootWindow.restype = c_ulong
    x.XDefaultRootWindow.argtypes = [c_void_p]
    x.XInternAtom.restype = c_ulong
    x.XInternAtom.argtypes = [c_void_p, c_char_p, c_int]
    x.XCreateSimpleWindow.restype = c_ulong
    x.XCreateSimpleWindow.argtypes = [c_void_p, c_ulong] + [c_int] * 5 + [c_ulong] * 2
    x.XSetSelectionOwner.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong]
    x.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, c_void_p]
    x.XChangeProperty.argtypes = [c_void_p, c_ulong, c_ulong, c_ulong, c_int, c_int, c_char_p, c_int]
    x.XNextEvent.argtypes = [c_void_p, c_void_p]
    x.XPending.argtypes = x.XFlush.argtypes = [c_void_p]
    return x


def main(window, path):
    x = library()
    display = x.XOpenDisplay(None)
    root = x.XDefaultRootWindow(display)

    def atom(name):
        return x.XInternAtom(display, name.encode(), 0)

    source = x.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0)
    uris, selection = atom("text/uri-list"), atom("XdndSelection")
    text = ("file://" + urllib.parse.quote(path) + "\r\n").encode()

    def send(name, *data):
        event = Event()
        event.client = ClientMessage(CLIENT_MESSAGE, 0, 1, display, window, atom(name), 32,
                                     (c_long * 5)(source, *data))
        x.XSendEvent(display, window, 0, 0, ctypes.byref(event))

    def answer(request):
        x.XChangeProperty(display, request.requestor, request.property, uris, 8, 0, text, len(text))
        event = Event()
        event.notify = SelectionNotify(SELECTION_NOTIFY, 0, 1, display, request.requestor,
                                       selection, request.target, request.property, request.time)
        x.XSendEvent(display, request.requestor, 0, 0, ctypes.byref(event))

    x.XSetSelectionOwner(display, selection, source, 0)
    send("XdndEnter", 5 << 24, uris, 0, 0)
    send("XdndPosition", 0, 300 << 16 | 300, 0, atom("XdndActionCopy"))
    send("XdndDrop", 0, 0, 0, 0)
    x.XFlush(display)
    end, finished = time.monotonic() + PATIENCE_S, atom("XdndFinished")
    while time.monotonic() < end:
        if x.XPending(display) == 0:
            time.sleep(0.02)
            continue
        event = Event()
        x.XNextEvent(display, ctypes.byref(event))
        if event.type == SELECTION_REQUEST:
            answer(event.request)
            x.XFlush(display)
        if event.type == CLIENT_MESSAGE and event.client.message_type == finished:
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1], 0), sys.argv[2]))
