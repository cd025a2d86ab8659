import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A text that is inserted at a place of a file. */
export type Edit = { at: number; text: string }

export const parsed = (root: string, path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)

/** A file with these texts inserted, the last place first. */
export const edited = (root: string, path: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.at), readFileSync(join(root, path), 'utf8'))

/** The edit for an import that a file lacks; biome sorts it afterwards. */
export const importing = (source: ts.SourceFile, line: string): Edit[] => {
  const [, isType, name, module] = /^import (type )?\{ (\w+) \} from '(.*)'$/.exec(line)!
  const seen = source.statements.filter(ts.isImportDeclaration).find(({ moduleSpecifier }) => moduleSpecifier.getText() === `'${module}'`)
  const names = seen?.importClause?.namedBindings
  if (!seen || !names || !ts.isNamedImports(names)) return [{ at: 0, text: `${line}\n` }]
  if (names.elements.some((each) => each.name.text === name)) return []
  if (seen.importClause.isTypeOnly && !isType) return [{ at: 0, text: `${line}\n` }]
  const prefix = isType && !seen.importClause.isTypeOnly ? 'type ' : ''
  return [{ at: names.elements[0]!.getStart(), text: `${prefix}${name}, ` }]
}
