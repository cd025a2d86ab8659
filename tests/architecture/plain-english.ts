/** A comment, a title of a test or a line of a page, by the number of its line. Comments of consecutive lines are one text. */
type Prose = { line: number; text: string; isTitle: boolean }

const isMarkdown = (path: string): boolean => path.endsWith('.md')

/** The comment of a line of code: a whole line, or the end of one. A `//` inside of a text has a colon or a quote before it. */
const commentOf = (line: string): string | undefined =>
  /^\s*(?:\/\/|\{?\/?\*+|\*)(?!\/)\s?(.*?)(?:\*\/\}?)?$/.exec(line)?.[1] ??
  /\s\/\/\s(.*)$/.exec(line)?.[1] ??
  /\s\/\*\*?\s(.*?)\*\//.exec(line)?.[1]
const yamlCommentOf = (line: string): string | undefined => /(?:^|\s)#\s(.*)$/.exec(line)?.[1]
/** A paragraph, a list item or a cell. A heading names a topic, and an indented line is a command or its output. */
const markdownOf = (line: string): string | undefined => (/^(#| {4}|\s*$)/.test(line) ? undefined : line)

/** `test('title'`, `describe.skipIf(…)('title'` and the title behind the table of `test.each`. */
const title = /(?:\b(?:test|it|describe)(?:\.\w+)*|[\])])\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g

const linesOf = (path: string, text: string): Prose[] => {
  const proseIn = isMarkdown(path) ? markdownOf : /\.ya?ml$/.test(path) ? yamlCommentOf : commentOf
  const found: Prose[] = []
  let isOpen = false
  const lines = (isMarkdown(path) ? text.replace(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, '')) : text).split('\n')
  for (const [index, line] of lines.entries()) {
    const prose = proseIn(line)
    // A list item, a row of a table and a docblock begin a text of their own.
    const isNew = /^\s*(?:[-|]|\d+\. |\{?\/\*)/.test(line)
    const last = found.at(-1)
    if (prose !== undefined && isOpen && !isNew && last) last.text += `\n${prose}`
    else if (prose !== undefined) found.push({ line: index + 1, text: prose, isTitle: false })
    isOpen = prose !== undefined
  }
  return found
}

const titlesOf = (path: string, text: string): Prose[] =>
  /\.(test|conformance)\.tsx?$/.test(path)
    ? [...text.matchAll(title)].map((match) => ({
        line: text.slice(0, match.index + match[0].indexOf(match[1]!)).split('\n').length,
        text: match[2]!,
        isTitle: true,
      }))
    : []

const proseOf = (path: string, text: string): Prose[] => [...linesOf(path, text), ...titlesOf(path, text)]

type Rule = { name: string; pattern: RegExp; ofTitles?: true }

/** The start of a text or of a sentence in it, with the signs of Markdown that may surround the first word. */
const start = String.raw`(?:^|[.:;!?]["”)*]*\s+)(?:[-|*>\s]|\d+\. )*`
/** A question may begin with these words. It ends with its sign, before any other sentence ends. */
const notAQuestion = String.raw`(?![^.?!]*\?)`

const rules: readonly Rule[] = [
  { name: 'a sentence begins with Who', pattern: new RegExp(String.raw`${start}(?:Who|Whoever|Whom)\b${notAQuestion}`) },
  { name: 'a sentence begins with What', pattern: new RegExp(String.raw`${start}(?:What|Whatever)\b${notAQuestion}`) },
  { name: 'a title begins with who', pattern: new RegExp(String.raw`^(?:who|whoever|whom)\b${notAQuestion}`), ofTitles: true },
  { name: 'a title begins with what', pattern: new RegExp(String.raw`^(?:what|whatever)\b${notAQuestion}`), ofTitles: true },
  {
    name: 'a word that has a standard term',
    pattern:
      /\b(whoever|somebody|nobody|everybody|the way in|(kept[ -])?at[ -]hand|gives? way|sparingly|front door|heeds?|told|stands|complaints?|the views|to who|(who|what is) ask(s|ed))\b/i,
  },
  {
    name: 'an example that the guide of language gives as wrong',
    pattern:
      /\brests after a failure\b|\bturn to go came last\b|\bso often in a row\b|\bmay have looked yet\b|\bis one that is not set\b|\blacks is not there\b|\bout of the views\b|\bthat can be had again\b|\bcannot be appended waits\b|\bsays so afterwards\b/i,
  },
]

/** Of files and of identifiers, in the spelling of both. */
const vagueName = /kept[-_]?at[-_]?hand|gives?[-_]?way|whoever|somebody[A-Z]|way-in|front-?door/i
/** Files that list the words. */
const lists = ['tests/architecture/plain-english.ts', 'tests/architecture/texts.test.ts']

/** Code and quoted words are not the writer's own. The signs stay, so that a sentence still ends where it did. */
const ownWords = (text: string): string => text.replaceAll(/`[^`]*`/g, 'it').replaceAll(/"[^"\n]*"|“[^”]*”/g, 'it')

const lineAt = ({ line, text }: Prose, index: number): number => line + (text.slice(0, index).match(/\n/g)?.length ?? 0)

/** Every breach of a rule in a file, as `path:line: rule: the words`. */
export const faultsOf = (path: string, text: string): string[] => {
  const inName = vagueName.exec(path)
  const inProse = proseOf(path, text).flatMap((prose) => {
    const own = ownWords(prose.text)
    return rules
      .filter(({ ofTitles }) => !ofTitles || prose.isTitle)
      .flatMap(({ name, pattern }) =>
        [...own.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(
          ({ index, 0: words }) =>
            `${path}:${lineAt(prose, index + words.length - words.trimStart().length)}: ${name}: ${
              own
                .slice(index, index + 60)
                .trim()
                .split('\n')[0]
            }`,
        ),
      )
  })
  const identifiers = isMarkdown(path) || lists.includes(path) ? [] : (text.match(/\b[A-Za-z_$][\w$]*/g) ?? [])
  const inCode = [...new Set(identifiers)].filter((word) => vagueName.test(word)).map((word) => `${path}: the name ${word}`)
  return [...(inName ? [`${path}: the name of the file has ${inName[0]}`] : []), ...inProse, ...inCode]
}
