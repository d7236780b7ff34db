import SwiftSyntax
import SwiftSyntaxMacros

/// The parts of an enum case that macros need.
struct EnumCase {
  struct Parameter {
    let label: String?
    let type: TypeSyntax
    var defaultValue: String?
  }

  /// The name in the source, including backticks.
  let name: String
  let parameters: [Parameter]
  let attributes: [String]
  /// The case in the source, or `nil` if a macro creates it.
  var node: Syntax?

  var bareName: String { name.replacing("`", with: "") }

  /// Whether the case contains an alert or a confirmation dialog, according to the name of the type.
  var isDialog: Bool {
    guard parameters.count == 1 else { return false }
    let type = parameters[0].type.trimmedDescription
    return ["AlertState", "ConfirmationDialogState"].contains { name in
      type.hasPrefix("\(name)<") || type.hasSuffix(".\(name)") || type.contains(".\(name)<")
    }
  }

  /// The type of the payload, which is `Void`, the single type, or a tuple with the labels.
  var valueType: String {
    switch parameters.count {
    case 0: return "Void"
    case 1: return parameters[0].type.trimmedDescription
    default:
      let elements = parameters.map { parameter in
        parameter.label.map { "\($0): \(parameter.type.trimmedDescription)" }
          ?? parameter.type.trimmedDescription
      }
      return "(\(elements.joined(separator: ", ")))"
    }
  }

  /// Returns a pattern that binds the parts of the payload to `v0`, `v1`, and so on.
  /// - Parameter introducer: `let` or `var`.
  func pattern(_ introducer: String) -> String {
    guard !parameters.isEmpty else { return ".\(name)" }
    let parts = parameters.indices.map { "\(introducer) v\($0)" }
    return ".\(name)(\(parts.joined(separator: ", ")))"
  }

  /// The source of the case's declaration.
  var declaration: String {
    guard !parameters.isEmpty else { return "case \(name)" }
    let parameters = parameters.map { parameter in
      (parameter.label.map { "\($0): " } ?? "") + parameter.type.trimmedDescription
        + (parameter.defaultValue.map { " = \($0)" } ?? "")
    }
    return "case \(name)(\(parameters.joined(separator: ", ")))"
  }

  /// An expression that creates the case from the parts that its pattern has bound.
  var rebuilt: String {
    guard !parameters.isEmpty else { return ".\(name)" }
    let arguments = parameters.enumerated().map { index, parameter in
      (parameter.label.map { "\($0): " } ?? "") + "v\(index)"
    }
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// An expression that creates the payload from the parts that the case's pattern has bound.
  var boundValue: String {
    switch parameters.count {
    case 0: return "()"
    case 1: return "v0"
    default:
      let elements = parameters.enumerated().map { index, parameter in
        parameter.label.map { "\($0): v\(index)" } ?? "v\(index)"
      }
      return "(\(elements.joined(separator: ", ")))"
    }
  }

  /// Returns an expression that creates the case from a value of ``valueType``.
  func construction(from value: String) -> String {
    switch parameters.count {
    case 0: return ".\(name)"
    case 1:
      let label = parameters[0].label.map { "\($0): " } ?? ""
      return ".\(name)(\(label)\(value))"
    default:
      let arguments = parameters.enumerated().map { index, parameter in
        (parameter.label.map { "\($0): " } ?? "") + "\(value).\(index)"
      }
      return ".\(name)(\(arguments.joined(separator: ", ")))"
    }
  }
}

/// A case of an enum, or an `#if` block with cases.
enum EnumMember {
  case `case`(EnumCase)
  case condition([(header: String, members: [EnumMember])])

  /// Returns the text for each case, within the same `#if` blocks.
  static func expand(_ members: [EnumMember], _ body: (EnumCase) -> String) -> String {
    members.map { member in
      switch member {
      case .case(let enumCase): return body(enumCase)
      case .condition(let clauses):
        return clauses.map { "\($0.header)\n\(expand($0.members, body))" }
          .joined(separator: "\n") + "\n#endif"
      }
    }
    .joined(separator: "\n")
  }

  /// Returns an expression that is true if an enum contains an alert or a dialog, or `nil` if it never does.
  ///
  /// The generated code lets the compiler check the payload's type, because the type can have another name.
  /// Attributes don't change this, except for `@ReducerCaseEphemeral`.
  static func isEphemeral(
    _ subject: String, type: String, of members: [EnumMember]
  ) -> String? {
    let all = all(members)
    let count = all.count { $0.parameters.count == 1 }
    guard count > 0 else { return nil }
    let answers = expand(members) { enumCase in
      guard enumCase.parameters.count == 1 else { return "" }
      return enumCase.attributes.contains("ReducerCaseEphemeral")
        ? "case .\(enumCase.name): true"
        : "case .\(enumCase.name): CairnReducers._isDialog(\(type).Cases.At_\(enumCase.bareName).Value.self)"
    }
    return "switch \(subject) {\n\(answers)\n\(count == all.count ? "" : "default: false")\n}"
  }

  /// Returns the members with each case transformed.
  static func map(_ members: [EnumMember], _ transform: (EnumCase) -> EnumCase) -> [EnumMember] {
    members.map { member in
      switch member {
      case .case(let enumCase): return .case(transform(enumCase))
      case .condition(let clauses):
        return .condition(clauses.map { ($0.header, map($0.members, transform)) })
      }
    }
  }

  /// Returns a `switch` with the branches, or an empty `switch` if the enum has no cases.
  static func switchOver(_ subject: String, of members: [EnumMember], _ branches: String) -> String
  {
    all(members).isEmpty ? "switch \(subject) {}" : "switch \(subject) {\n\(branches)\n}"
  }

  /// Returns all cases, including cases in `#if` blocks.
  static func all(_ members: [EnumMember]) -> [EnumCase] {
    members.flatMap { member -> [EnumCase] in
      switch member {
      case .case(let enumCase): return [enumCase]
      case .condition(let clauses): return clauses.flatMap { all($0.members) }
      }
    }
  }
}

extension MemberBlockItemListSyntax {
  var enumMembers: [EnumMember] {
    flatMap { item -> [EnumMember] in
      if let declaration = item.decl.as(EnumCaseDeclSyntax.self) {
        let attributes = declaration.attributes.compactMap {
          $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription
        }
        return declaration.elements.map { element in
          .case(
            EnumCase(
              name: element.name.text,
              parameters: element.parameterClause?.parameters.map { parameter in
                let label = parameter.firstName?.text
                return EnumCase.Parameter(
                  label: label == "_" ? nil : label, type: parameter.type.trimmed,
                  defaultValue: parameter.defaultValue?.value.trimmedDescription)
              } ?? [],
              attributes: attributes, node: Syntax(element)
            ))
        }
      }
      if let condition = item.decl.as(IfConfigDeclSyntax.self) {
        let clauses = condition.clauses.map { clause in
          let header = [clause.poundKeyword.text, clause.condition?.trimmedDescription]
            .compactMap(\.self).joined(separator: " ")
          let members = clause.elements?.as(MemberBlockItemListSyntax.self)?.enumMembers ?? []
          return (header: header, members: members)
        }
        return [.condition(clauses)]
      }
      return []
    }
  }
}

extension AttributeSyntax {
  /// Returns the conformances in an argument, as in `@Reducer(state: .equatable, action: .sendable)`.
  func conformances(_ label: String) -> [String] {
    var result: [String] = []
    var current: String?
    for argument in arguments?.as(LabeledExprListSyntax.self) ?? [] {
      current = argument.label?.text ?? current
      guard current == label, let member = argument.expression.as(MemberAccessExprSyntax.self)
      else { continue }
      let name = member.declName.baseName.text
      result.append(name.prefix(1).uppercased() + name.dropFirst())
    }
    return result
  }
}

extension AttributeListSyntax {
  /// Whether the list contains an attribute with a name, written with or without its module.
  func names(_ name: String) -> Bool {
    contains { attribute in
      guard let attribute = attribute.as(AttributeSyntax.self) else { return false }
      let type = attribute.attributeName
      return
        (type.as(IdentifierTypeSyntax.self)?.name
        ?? type.as(MemberTypeSyntax.self)?.name)?.text == name
    }
  }
}

extension DeclModifierListSyntax {
  /// The access level for added members, with a trailing space, or an empty string if it's internal.
  ///
  /// The level is usually the level of the declaration. `private` becomes `fileprivate`, because added members must
  /// be as visible as the declaration itself.
  var access: String {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      case .keyword(.fileprivate), .keyword(.private): return "fileprivate "
      default: continue
      }
    }
    return ""
  }
}
