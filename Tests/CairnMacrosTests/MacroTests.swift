import TestCompiler
import Testing

/// What macros write and refuse. One compiler at a time: it takes a core that other tests need.
@Suite(.serialized, .enabled(if: Compiler.isAvailable)) struct MacroTests {}
