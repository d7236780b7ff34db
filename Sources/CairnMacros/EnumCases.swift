import SwiftSyntax
import SwiftSyntaxMacros

/// What a macro needs to know of one case of an enum.
struct EnumCase {
  struct Parameter {
    let label: String?
    let type: TypeSyntax
    var defaultValue: String?
  }

  /// As it is written, with backticks where there are.
  let name: String
  let parameters: [Parameter]
  let attributes: [String]

  var bareName: String { name.replacing("`", with: "") }

  /// Whether the case holds an alert or a confirmation dialog, by its type's name.
  var isDialog: Bool {
    guard parameters.count == 1 else { return false }
    let type = parameters[0].type.trimmedDescription
    return ["AlertState", "ConfirmationDialogState"].contains { name in
      type.hasPrefix("\(name)<") || type.hasSuffix(".\(name)") || type.contains(".\(name)<")
    }
  }

  /// The type of the payload: `Void`, the one type, or a tuple with the labels.
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

  /// A pattern that binds the payload's parts to `v0`, `v1`, ... with `let` or `var`.
  func pattern(_ introducer: String) -> String {
    guard !parameters.isEmpty else { return ".\(name)" }
    let parts = parameters.indices.map { "\(introducer) v\($0)" }
    return ".\(name)(\(parts.joined(separator: ", ")))"
  }

  /// The declaration of the case.
  var declaration: String {
    guard !parameters.isEmpty else { return "case \(name)" }
    let parameters = parameters.map { parameter in
      (parameter.label.map { "\($0): " } ?? "") + parameter.type.trimmedDescription
        + (parameter.defaultValue.map { " = \($0)" } ?? "")
    }
    return "case \(name)(\(parameters.joined(separator: ", ")))"
  }

  /// The case with the parts that its pattern has bound.
  var rebuilt: String {
    guard !parameters.isEmpty else { return ".\(name)" }
    let arguments = parameters.enumerated().map { index, parameter in
      (parameter.label.map { "\($0): " } ?? "") + "v\(index)"
    }
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// The expression that puts the bound parts together again.
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

  /// The expression that makes the case from a value of ``valueType``.
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

/// The cases of an enum, or a condition around some of them.
enum EnumMember {
  case `case`(EnumCase)
  case condition([(header: String, members: [EnumMember])])

  /// Writes something for each case and keeps `#if` around it.
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

  /// An expression that is true if an enum is at an alert or a dialog; nil if it never is.
  ///
  /// The compiler decides by the type of the payload, which may hide behind another name. No mark of
  /// the case changes that, except the one that declares another type ephemeral.
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

  /// The same cases, each changed.
  static func map(_ members: [EnumMember], _ transform: (EnumCase) -> EnumCase) -> [EnumMember] {
    members.map { member in
      switch member {
      case .case(let enumCase): return .case(transform(enumCase))
      case .condition(let clauses):
        return .condition(clauses.map { ($0.header, map($0.members, transform)) })
      }
    }
  }

  /// A switch with a branch for each case; one without branches where there are no cases.
  static func switchOver(_ subject: String, of members: [EnumMember], _ branches: String) -> String
  {
    all(members).isEmpty ? "switch \(subject) {}" : "switch \(subject) {\n\(branches)\n}"
  }

  /// Every case, whatever the conditions.
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
              attributes: attributes
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
  /// The conformances that an argument names, as in `@Reducer(state: .equatable, action: .sendable)`.
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
  /// Whether an attribute has a name, with or without its module.
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
  /// The access level to write in front of what a macro adds: that of the declaration, with a
  /// trailing space; nothing where it is internal. `private` becomes `fileprivate`, because what is
  /// added must be as visible as the declaration itself.
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

/// An error of a macro's use, shown where the macro stands.
struct MacroError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
