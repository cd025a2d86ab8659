import { join } from 'node:path'
import ts from 'typescript'
import { productFiles, repository } from './source-files.ts'

/** A statement with the type of its rows: `database.query<Row>(sql)`. */
type TypedQuery = { place: string; sql: string; fields: ReadonlySet<string>; optional: ReadonlySet<string> }

/** In the place of a part of a statement that only the running service knows. */
const unknown = '\u0000'

/** Files of the server; kysely checks the statements that it builds. */
const sendingFiles = (): string[] => productFiles().filter((path) => !path.startsWith('apps/web/') && !path.startsWith('apps/simulator/'))

export const programOf = (files: readonly string[] = sendingFiles().map((path) => join(repository, path))): ts.Program => {
  const { config } = ts.readConfigFile(join(repository, 'tsconfig.json'), ts.sys.readFile) as { config: { compilerOptions: object } }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, repository)
  return ts.createProgram([...files], { ...options, noEmit: true })
}

/** Every statement of the program whose rows have a type. */
export const typedQueries = (program: ts.Program): TypedQuery[] => {
  const checker = program.getTypeChecker()
  const found: TypedQuery[] = []
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || file.fileName.includes('/node_modules/')) continue
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isQuery(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
        const fields = checker.getPropertiesOfType(checker.getTypeFromTypeNode(node.typeArguments![0]!))
        found.push({
          place: `${file.fileName.replace(`${repository}/`, '')}:${line + 1}`,
          sql: textOf(checker, node.arguments[0]!),
          fields: new Set(fields.map(({ name }) => name)),
          optional: new Set(fields.filter(({ flags }) => flags & ts.SymbolFlags.Optional).map(({ name }) => name)),
        })
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}

const isQuery = ({ expression, typeArguments, arguments: given }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && expression.name.text === 'query' && typeArguments?.length === 1 && given.length > 0

/** The text of an expression as far as constants say it. */
const textOf = (checker: ts.TypeChecker, node: ts.Expression, depth = 0): string => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ expression, literal }) => textOf(checker, expression, depth) + literal.text).join('')
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return textOf(checker, node.expression, depth)
  if (ts.isIdentifier(node) && depth < 5) {
    const symbol = checker.getSymbolAtLocation(node)
    const declared = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const declaration = declared?.valueDeclaration
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer && ts.isVariableDeclarationList(declaration.parent))
      if (declaration.parent.flags & ts.NodeFlags.Const) return textOf(checker, declaration.initializer, depth + 1)
  }
  return unknown
}

/** The names of the columns that a statement answers; undefined where the text does not say them. */
export const columnsOf = (sql: string): string[] | undefined => {
  const words = outermost(sql)
    .replaceAll(/\bis (not )?distinct from\b/gi, '=')
    .replaceAll(/\bas from\b/gi, 'as "from"')
  const list =
    /\breturning\b(.*)$/is.exec(words)?.[1] ??
    /\bselect\b(?:\s+distinct(?:\s+on\s*\(\))?)?(.*?)(?:(?<!")\bfrom\b|\bwhere\b|\bunion\b|\border by\b|\blimit\b|$)/is.exec(words)?.[1]
  if (list === undefined) return undefined
  const columns = list.split(',').map((item) => nameOf(item.trim()))
  return columns.includes(undefined) ? undefined : (columns as string[])
}

/** Without what is in parentheses, in text and in comments, where commas and key words are others. */
const outermost = (sql: string): string => {
  let depth = 0
  let kept = ''
  for (const part of sql.replaceAll(/--[^\n]*/g, '').match(/'(?:[^']|'')*'|"[^"]*"|[()]|[^'"()]+/g) ?? []) {
    if (part === ')') depth -= 1
    if (depth === 0 && !part.startsWith("'")) kept += part
    if (part === '(') depth += 1
  }
  return kept
}

const nameOf = (item: string): string | undefined => {
  if (item.includes(unknown) || item.endsWith('*') || item === '') return undefined
  const [, quoted, plain] = /(?:"([^"]+)"|\b([a-z_][\w]*))(?:\(\))?$/i.exec(item.replace(/::\w+(\[\])?$/, '')) ?? []
  return quoted ?? plain?.toLowerCase()
}

/** Columns that no row has, and fields of rows that no column fills, as lines to go to. */
export const mismatches = (queries: readonly TypedQuery[]): string[] =>
  queries.flatMap(({ place, sql, fields, optional }) => {
    const columns = columnsOf(sql)
    if (columns === undefined || fields.size === 0) return []
    const extra = columns.filter((column) => !fields.has(column)).map((column) => `${place}: the column ${column} is no field of the row`)
    const missing = [...fields].filter((field) => !columns.includes(field) && !optional.has(field))
    return [...extra, ...missing.map((field) => `${place}: the field ${field} of the row is no column`)]
  })
