import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { sumInFigures } from '../../apps/web/src/screens/help/sum-in-figures.ts'
import { filesLike, repository, textOf } from '../architecture/source-files.ts'

/** A page of the site: its file in the repository, its title, its text as HTML, and what it links to. */
export type SitePage = { path: string; title: string; html: string; deadLinks: string[]; files: string[] }

/** All text of the repository: a page that another one links to is in the site too. */
export const sourcesOfSite = (): string[] => filesLike('*.md', '{docs,domain,event-log,projections,ingest,tests,apps}/**/*.md')

export const addressOf = (path: string): string => path.replace(/\.md$/, '.html')

/** The anchor of a heading, as GitHub makes it: links work in both. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const headingsOf = (path: string): Set<string> =>
  new Set([...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!)))

/** The rest of the address of a link that leaves the site; undefined for one that stays. */
const isElsewhere = (href: string): boolean => /^(https?:|mailto:)/.test(href)

const languageOf = (path: string): string => /^docs\/guides\/([\w-]+)\//.exec(path)?.[1] ?? 'en'

/** Where a link of a page leads: a page of the site, a file that is copied, a file of the repository that the site leaves out, or nowhere. */
const targetOf = (page: string, href: string): { address?: string; file?: string; isDead?: true } => {
  const [path = '', anchor] = href.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(repository, target))) return { isDead: true }
  if (!target.endsWith('.md')) return /\.(png|csv|xlsx|ipynb)$/.test(target) ? { address: path, file: target } : {}
  if (anchor !== undefined && !headingsOf(target).has(anchor)) return { isDead: true }
  return { address: `${addressOf(path)}${anchor === undefined ? '' : `#${anchor}`}` }
}

export const readPage = (path: string): SitePage => {
  const deadLinks: string[] = []
  const files: string[] = []
  const language = languageOf(path)
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        if (isElsewhere(href)) return `<a href="${escaped(href)}">${text}</a>`
        if (href.startsWith('app:')) return `<strong>${text}</strong>`
        const { address, file, isDead } = targetOf(path, href)
        if (isDead) deadLinks.push(href)
        if (file) files.push(file)
        return address === undefined ? text : `<a href="${escaped(address)}">${text}</a>`
      },
      image({ href, text }) {
        const { file } = targetOf(path, href)
        if (file) files.push(file)
        else deadLinks.push(href)
        return `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`
      },
      code({ text, lang }) {
        return lang === 'sum'
          ? `<p class="sum">${escaped(sumInFigures(text, language))}</p>\n`
          : `<pre><code>${escaped(text)}</code></pre>\n`
      },
      // Text of ours has no HTML but comments, which mark what a command writes.
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
      table(token) {
        return `<div class="table"><table>${rowsOf(this.parser, token)}</table></div>\n`
      },
    },
  })
  const tokens = marked.lexer(textOf(path))
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text ?? path
  return { path, title: plain(title), html: marked.parser(tokens), deadLinks, files }
}

const plain = (text: string): string => text.replaceAll(/[`*]/g, '')

type Inline = { parseInline(tokens: Token[]): string }

const rowsOf = (parser: Inline, { header, rows }: Tokens.Table): string => {
  const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
  return `<thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody>`
}
