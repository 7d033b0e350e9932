"""Converts the two models of MediaPipe that README.md describes from TensorFlow Lite to ONNX.

Usage: python convert.py FOLDER

FOLDER has the two npm packages that `MODELS` names. The script writes `selfie.onnx` and `face.onnx` beside itself, and
knows only their operators. It needs the Python packages numpy, onnx and tflite in the versions that README.md names.
"""

import hashlib
import struct
import sys
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import tflite
from onnx import TensorProto, helper, numpy_helper

# The files to make: the npm package, the model in it and its SHA-256, the outputs, and the SHA-256 of the file to make.
MODELS = {
    "selfie.onnx": (
        "mediapipe-selfie_segmentation-0.1.1675465747.tgz",
        "package/selfie_segmentation.tflite",
        "8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27",
        ["persons"],
        "7e2a4fe4880d660fd3106ed93cbbdb2e20b90a5198c603e7b1f56a0fa5f40141",
    ),
    "face.onnx": (
        "mediapipe-face_detection-0.4.1657300184.tgz",
        "package/face_detection_short_range.tflite",
        "3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633",
        ["boxes", "scores"],
        "0442fbda218f1c28571134608fd901dd053005c02fba71b5351e7851cbcb1380",
    ),
}
# The first set of operators with HardSwish, and a version of the file format that its readers accept.
OPSET, IR_VERSION = 14, 8
# The operators that have the same inputs in ONNX, and no options but an activation.
SIMPLE = {"ADD": "Add", "MUL": "Mul", "RELU": "Relu", "LOGISTIC": "Sigmoid", "HARD_SWISH": "HardSwish"}
OPTIONS = {
    "ADD": tflite.AddOptions,
    "MUL": tflite.MulOptions,
    "CONV_2D": tflite.Conv2DOptions,
    "DEPTHWISE_CONV_2D": tflite.DepthwiseConv2DOptions,
    "AVERAGE_POOL_2D": tflite.Pool2DOptions,
    "MAX_POOL_2D": tflite.Pool2DOptions,
    "RESIZE_BILINEAR": tflite.ResizeBilinearOptions,
    "CONCATENATION": tflite.ConcatenationOptions,
}
# The options that both models have everywhere. The conversion relies on them.
COMMON = {
    "FusedActivationFunction": tflite.ActivationFunctionType.NONE,
    "DilationHFactor": 1,
    "DilationWFactor": 1,
    "DepthMultiplier": 1,
    "HalfPixelCenters": True,
}
USED = [*COMMON, "Axis", "FilterHeight", "FilterWidth", "Padding", "StrideH", "StrideW"]
# The order of the axes with the channels second, as in ONNX. TensorFlow Lite has them last.
CHANNELS_SECOND = [0, 3, 1, 2]


def require(condition: bool, message: str) -> None:
    if not condition:
        sys.exit(message)


class Converter:
    """The conversion of one model. The values are named by the numbers of their tensors in TensorFlow Lite."""

    def __init__(self, data: bytes, outputs: list[str]) -> None:
        self.model = tflite.Model.GetRootAs(data, 0)
        self.graph = self.model.Subgraphs(0)
        self.inputs = self.graph.InputsAsNumpy().tolist()
        self.outputs = self.graph.OutputsAsNumpy().tolist()
        self.names = dict(zip(self.inputs + self.outputs, ["picture", *outputs], strict=True))
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[TensorProto] = []
        # The tensors with the float16 weights, by the tensors of the same weights as float32.
        self.halves: dict[int, int] = {}

    def convert(self) -> bytes:
        for index in range(self.graph.OperatorsLength()):
            self.operator(self.graph.Operators(index))
        inputs, outputs = ([self.declaration(tensor) for tensor in side] for side in (self.inputs, self.outputs))
        graph = helper.make_graph(self.nodes, "mediapipe", inputs, outputs, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
        onnx.checker.check_model(model, full_check=True)
        return model.SerializeToString(deterministic=True)

    def declaration(self, tensor: int) -> onnx.ValueInfoProto:
        shape = self.shape(tensor)
        if len(shape) == 4:
            shape = [shape[axis] for axis in CHANNELS_SECOND]
        return helper.make_tensor_value_info(self.name(tensor), TensorProto.FLOAT, shape)

    def name(self, tensor: int) -> str:
        return self.names.get(tensor, f"t{tensor}")

    def shape(self, tensor: int) -> list[int]:
        return self.graph.Tensors(tensor).ShapeAsNumpy().tolist()

    def content(self, tensor: int, kind: type) -> np.ndarray:
        """The numbers of a constant tensor."""
        buffer = self.model.Buffers(self.graph.Tensors(tensor).Buffer())
        require(buffer.DataLength() > 0, f"tensor {tensor} is not a constant")
        return buffer.DataAsNumpy().view(kind).reshape(self.shape(tensor))

    def constant(self, name: str, content: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(content), name))
        return name

    def weights(self, tensor: int, axes: list[int]) -> str:
        """Weights with their axes in another order. They are stored as float16, but the model calculates in float32."""
        require(tensor in self.halves, f"the weights {tensor} are not float16")
        half = self.content(self.halves[tensor], np.float16).transpose(axes)
        name = self.name(tensor)
        self.node("Cast", [self.constant(f"{name}-half", half)], name, to=TensorProto.FLOAT)
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> None:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))

    def kind(self, operator: tflite.Operator) -> str:
        code = self.model.OperatorCodes(operator.OpcodeIndex())
        if code.CustomCode():
            return code.CustomCode().decode()
        # There are two fields for the code. A file can have it in one of them only.
        return tflite.opcode2name(max(code.BuiltinCode(), code.DeprecatedBuiltinCode()))

    def options(self, operator: tflite.Operator, kind: str) -> dict[str, int]:
        if kind not in OPTIONS:
            return {}
        table = OPTIONS[kind]()
        table.Init(operator.BuiltinOptions().Bytes, operator.BuiltinOptions().Pos)
        options = {name: getattr(table, name)() for name in USED if hasattr(table, name)}
        for name, value in COMMON.items():
            require(options.get(name, value) == value, f"{name} of {kind} is not {value}")
        return options

    def operator(self, operator: tflite.Operator) -> None:
        kind = self.kind(operator)
        options = self.options(operator, kind)
        tensors, target = operator.InputsAsNumpy().tolist(), operator.Outputs(0)
        size, target_size = self.shape(tensors[0]), self.shape(target)
        names, output = [self.name(tensor) for tensor in tensors], self.name(target)
        if kind in SIMPLE:
            self.node(SIMPLE[kind], names, output)
        elif kind == "DEQUANTIZE":
            self.halves[target] = tensors[0]
        elif kind in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            # The axes of the weights: outputs, height, width, inputs. Of a depthwise one: 1, height, width, outputs.
            axes, group = (CHANNELS_SECOND, 1) if kind == "CONV_2D" else ([3, 0, 1, 2], size[3])
            inputs = [names[0], self.weights(tensors[1], axes), self.weights(tensors[2], [0])]
            window = self.window(options, size, self.shape(tensors[1])[1:3])
            self.node("Conv", inputs, output, group=group, **window)
        elif kind == "Convolution2DTransposeBias":
            # Its options are three integers: the padding and the strides. There is nothing to pad if each pixel becomes
            # a square of its own.
            _, *strides = struct.unpack("<3i", operator.CustomOptionsAsNumpy().tobytes())
            kernel, doubled = self.shape(tensors[1])[1:3], [2 * length for length in size[1:3]]
            require(strides == kernel == [2, 2] and doubled == target_size[1:3], f"{kind} does not double the size")
            inputs = [names[0], self.weights(tensors[1], [3, 0, 1, 2]), self.weights(tensors[2], [0])]
            self.node("ConvTranspose", inputs, output, kernel_shape=kernel, strides=strides)
        elif kind == "AVERAGE_POOL_2D":
            require(target_size[1:3] == [1, 1], "an average is not that of the whole picture")
            self.node("GlobalAveragePool", names, output)
        elif kind == "MAX_POOL_2D":
            kernel = [options["FilterHeight"], options["FilterWidth"]]
            self.node("MaxPool", names, output, **self.window(options, size, kernel))
        elif kind == "RESIZE_BILINEAR":
            scales = np.array([1, 1, target_size[1] / size[1], target_size[2] / size[2]], np.float32)
            inputs = [names[0], "", self.constant(f"{output}-scales", scales)]
            self.node("Resize", inputs, output, mode="linear", coordinate_transformation_mode="half_pixel")
        elif kind == "PAD":
            # A row for each axis, with its begin and end. ONNX has all the begins first.
            pads = self.content(tensors[1], np.int32)[CHANNELS_SECOND].T.reshape(-1).astype(np.int64)
            self.node("Pad", [names[0], self.constant(f"{output}-pads", pads)], output)
        elif kind == "RESHAPE":
            require((len(size), len(target_size)) == (4, 3), "a reshape does not make a list from a picture")
            self.node("Transpose", names[:1], f"{output}-last", perm=[0, 2, 3, 1])
            shape = self.constant(f"{output}-shape", np.array(target_size, np.int64))
            self.node("Reshape", [f"{output}-last", shape], output)
        elif kind == "CONCATENATION":
            require(len(size) == 3, "pictures are joined, not lists")
            self.node("Concat", names, output, axis=options["Axis"])
        else:
            sys.exit(f"the operator {kind} is not known")

    @staticmethod
    def window(options: dict[str, int], size: list[int], kernel: list[int]) -> dict[str, list[int]]:
        """The attributes of an operator that moves a window over a picture."""
        strides, pads = [options["StrideH"], options["StrideW"]], [0, 0]
        if options["Padding"] == tflite.Padding.SAME:
            # The result has the size of the picture divided by the stride, rounded up. The odd pixel is at the end.
            sides = zip(size[1:3], kernel, strides, strict=True)
            pads = [max((-(-length // stride) - 1) * stride + side - length, 0) for length, side, stride in sides]
        ends = [pad // 2 for pad in pads] + [pad - pad // 2 for pad in pads]
        return {"kernel_shape": kernel, "strides": strides, "pads": ends}


def check(name: str, content: bytes, expected: str) -> None:
    found = hashlib.sha256(content).hexdigest()
    require(found == expected, f"{name} has the SHA-256 {found} instead of {expected}")


def main() -> None:
    for name, (package, source, source_hash, outputs, result_hash) in MODELS.items():
        with tarfile.open(Path(sys.argv[1]) / package) as archive:
            model = archive.extractfile(source).read()
        check(source, model, source_hash)
        result = Converter(model, outputs).convert()
        check(name, result, result_hash)
        Path(__file__).with_name(name).write_bytes(result)


main()
