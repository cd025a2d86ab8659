import { dirname, relative } from 'node:path'
import { escaped } from './site-pages.ts'

export type Section = { title: string; entries: readonly { address: string; title: string }[] }
type Framed = { address: string; title: string; html: string; sections: readonly Section[] }

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dde3, #39414a); --soft: light-dark(#f4f6f8, #1b2026); --link: light-dark(#0b62b8, #6db3f2) }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; display: grid; grid-template-columns: 280px minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; box-sizing: border-box; padding: 16px; border-right: 1px solid var(--line); font-size: 14px }
nav input { width: 100%; box-sizing: border-box; padding: 6px 8px; font: inherit; margin-bottom: 8px }
nav summary { font-weight: 600; cursor: pointer; padding: 4px 0 }
nav a { display: block; padding: 2px 0 2px 12px; color: inherit; text-decoration: none }
nav a[aria-current] { color: var(--link); font-weight: 600 }
main { padding: 16px 40px 64px; max-width: 88ch; box-sizing: border-box }
a { color: var(--link) }
pre, .sum { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 10px 14px; overflow: auto }
.sum { font-variant-numeric: tabular-nums; font-weight: 600; width: fit-content }
.table { overflow: auto }
table { border-collapse: collapse; font-size: 14px }
th, td { border: 1px solid var(--line); padding: 4px 10px; text-align: left; vertical-align: top }
img { max-width: 100%; border: 1px solid var(--line); border-radius: 6px }
@media (max-width: 800px) { body { display: flex; flex-direction: column } main { order: -1 } nav { position: static; height: auto; border: 0 } main { padding: 16px } }
`

/** Narrows the list of pages to those whose title has the typed words. */
const script = `
document.querySelector('nav input').addEventListener('input', ({ target: { value } }) => {
  const words = value.toLowerCase().split(' ')
  for (const part of document.querySelectorAll('nav details')) {
    let shown = 0
    for (const link of part.querySelectorAll('a')) {
      link.hidden = !words.every((word) => link.textContent.toLowerCase().includes(word))
      link.style.display = link.hidden ? 'none' : ''
      shown += link.hidden ? 0 : 1
    }
    part.hidden = shown === 0
    part.open = value !== '' || part.dataset.open === 'yes'
  }
})
`

/** A page with the list of all pages beside it. Nothing comes from another host, and it works from a folder. */
export const frame = ({ address, title, html, sections }: Framed): string => {
  const from = dirname(address)
  const list = sections
    .map(({ title: name, entries }) => {
      const isHere = entries.some((entry) => entry.address === address)
      const links = entries.map(
        (entry) =>
          `<a href="${escaped(relative(from, entry.address))}"${entry.address === address ? ' aria-current="page"' : ''}>${escaped(entry.title)}</a>`,
      )
      return `<details${isHere ? ' open data-open="yes"' : ''}><summary>${escaped(name)}</summary>${links.join('')}</details>`
    })
    .join('\n')
  const language = /guides\/([\w-]+)\//.exec(address)?.[1] ?? 'en'
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} · Nightflow</title><style>${style}</style></head>
<body>
<nav aria-label="Pages"><input type="search" placeholder="Find a page" aria-label="Find a page">
${list}</nav>
<main>${html}</main>
<script>${script}</script>
</body>
</html>
`
}
