import TestCompiler
import Testing

/// Tests what macros generate and reject. Only one compiler runs at a time, because it uses a whole core.
@Suite(.serialized, .enabled(if: Compiler.isAvailable)) struct MacroTests {}
