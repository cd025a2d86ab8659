import { describe, expect, test } from 'vitest'
import { faultsOf } from './plain-english.ts'
import { filesLike, textOf } from './source-files.ts'

// A migration that has run anywhere is never edited, so that SQL keeps the words of its day.
const written = filesLike('**/*.{md,ts,tsx,css,cjs,mjs,yml,yaml}', '*.{md,ts,cjs,yml}').filter((path) => !path.endsWith('routeTree.gen.ts'))

describe('the language of code and documentation', () => {
  test('is plain English: sentences have their subject first, and things have their standard names', () => {
    expect(written.length).toBeGreaterThan(2_000)
    expect(written.flatMap((path) => faultsOf(path, textOf(path)))).toEqual([])
  })
})

describe('the check of the language', () => {
  /** Assembled, so that the check of this file does not find them. */
  const [who, what] = ['Who', 'What']
  const titled = (title: string): string => `${'test'}('${title}', () => {})`

  test.each([
    ['a comment', 'a.ts', `const a = 1\n// ${who} waits longest goes first.`, 2],
    ['the end of a line of code', 'a.ts', `const a = 1 // ${who} appends reports it.`, 1],
    ['a docblock', 'a.tsx', `/**\n * Rows of the page. ${who} was used last survives.\n */`, 2],
    ['a docblock on one line', 'a.ts', `/** ${what} a file changes it puts back. */`, 1],
    ['a sentence over two lines', 'a.ts', `/**\n * Rows. ${what}\n * comes by itself is awaited.\n */`, 2],
    ['an element of a page', 'a.tsx', `return (\n  {/* ${what} is typed counts. */}\n)`, 2],
    ['a style sheet', 'a.css', `/* ${what} is missing is red. */`, 1],
    ['a setting', 'compose.yml', `a: b\nc: d # ${what}ever waits goes out.`, 2],
    ['a paragraph', 'docs/a.md', `# Title\n\nRows are kept. ${what} is\nleft out is empty.`, 3],
    ['an item of a list', 'docs/a.md', `- ${what} is absent stays.`, 1],
    ['words in bold', 'docs/a.md', `**${what} a rule changed.** The figures.`, 1],
    ['a cell of a table', 'docs/a.md', `| ${what} is charged twice | no |`, 1],
    ['the title of a test', 'a.test.ts', titled(`${who.toLowerCase()} is erased gets no data`), 1],
    ['the title behind a table', 'a.test.ts', `test.each([\n  1,\n])('${what.toLowerCase()} has no room is left out', () => {})`, 3],
    ['a word with a standard term', 'a.ts', `// The oldest session ${'gives'} way.`, 1],
    ['an example of the guide', 'a.ts', `/** A button that a role ${'lacks'} is not there. */`, 1],
  ])('names a sentence in %s', (_, path, text, line) => {
    expect(faultsOf(path, text)).toEqual([expect.stringMatching(new RegExp(`^${path}:${line}: `))])
  })

  test('names files and identifiers', () => {
    expect(faultsOf(['projections/src/kept', 'at-hand.ts'].join('-'), '')).toHaveLength(1)
    expect(faultsOf('a.ts', `class ${'Kept'}AtHand {}\nnew ${'Kept'}AtHand()`)).toEqual([`a.ts: the name ${'Kept'}AtHand`])
  })

  test.each([
    ['a heading', 'docs/a.md', `## ${what} is there`],
    ['a question', 'docs/a.md', `${what} does a frame cost? One event.`],
    ['a question of a comment', 'a.ts', `// ${who} may call this? Administrators.`],
    ['a title that asks', 'a.test.ts', titled(`${what.toLowerCase()} is stored?`)],
    ['a quotation', 'docs/a.md', `The page said "${what} is this".`],
    ['a clause', 'a.ts', '// The log knows what is stored, and the caller is the one who waits.'],
    ['code in a sentence', 'docs/a.md', `The header is \`${who}\`. \`${what}\` is another one.`],
    ['a text of the product', 'a.tsx', `const title = '${what} is this'`],
    ['a command', 'docs/a.md', `    ${what} is printed`],
  ])('leaves %s alone', (_, path, text) => {
    expect(faultsOf(path, text)).toEqual([])
  })
})
