"""Lets the A2A TCK test JSON-RPC alone, with the Python packages of Debian.

Stands in for gRPC and protobuf, which the tests of JSON-RPC import and do not use, and gives every message an id of its own:
the kit sends different messages under one id.
"""

import sys
import uuid
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from unittest.mock import MagicMock


class Absent(MetaPathFinder, Loader):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("grpc", "google") or name.startswith("specification.generated"):
            return ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = MagicMock()
        module.__path__ = []
        return module

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Absent())


def pytest_configure(config):
    from tck.transport.jsonrpc_client import JsonRpcClient

    send = JsonRpcClient.send_message

    def send_as_new(self, message, **more):
        return send(self, {**message, "messageId": str(uuid.uuid4())}, **more)

    JsonRpcClient.send_message = send_as_new
