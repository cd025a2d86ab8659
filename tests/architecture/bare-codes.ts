import ts from 'typescript'
import { textOf } from './source-files.ts'

/** Codes of the specification's enumerations: numbers up to 11, types of users and of menus, yes and no. */
const code = /^(\d|1[01]|0[0-3]|[YNMCF])$/
/** Anything quoted that may be one: most files need not be parsed. */
const quoted = /['"](\d{1,2}|[YNMCF])['"]/
const codeInText = /'(\d|1[01]|0[0-3]|[YN])'/g
/** Calls with characters and with values of HTTP. */
const otherTexts = new Set(['padStart', 'padEnd', 'replace', 'header'])

/** Quoted codes of a file, as `path:line: text`; declarations of enumerations have theirs. Texts such as SQL are searched too. */
export const bareCodes = (path: string, text = textOf(path)): string[] => {
  if (!quoted.test(text)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const lines = new Set<number>()
  const add = (offset: number): unknown => lines.add(file.getLineAndCharacterOfPosition(offset).line)
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && code.test(node.text)) {
      if (!isDeclared(node) && !otherTexts.has(calledBy(node) ?? '')) add(node.getStart())
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      for (const { index } of node.getText().matchAll(codeInText)) add(node.getStart() + index)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...lines].map((line) => `${path}:${line + 1}: ${text.split('\n')[line]!.trim()}`)
}

const calledBy = ({ parent }: ts.Node): string | undefined =>
  ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name.text : undefined

/** `z.enum({ unpaid: '0' })`, and an entry of a dictionary. */
const isDeclared = ({ parent }: ts.Node): boolean =>
  (ts.isPropertyAssignment(parent) && calledBy(parent.parent) === 'enum') ||
  (ts.isCallExpression(parent) && parent.expression.getText() === 'entry')
