import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { repository } from '../architecture/source-files.ts'
import { apiPages } from './api-pages.ts'
import { frame, type Section } from './frame.ts'
import { addressOf, readPage, sourcesOfSite } from './site-pages.ts'

/** Writes the site of the documentation into `dist/docs`; a link that leads nowhere ends it with the pages that have one. */
const out = join(repository, 'dist/docs')

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(out, path)), { recursive: true })
  writeFileSync(join(out, path), text)
}

const languages = { en: 'Guides', 'zh-CN': '指南', fr: 'Guides (fr)', id: 'Panduan' } as const

const main = async (): Promise<void> => {
  const pages = sourcesOfSite().map(readPage)
  const dead = pages.flatMap(({ path, deadLinks }) => deadLinks.map((link) => `${path}: ${link}`))
  if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join('\n')}`)
  const api = await apiPages()
  const entries = (pattern: RegExp) =>
    pages.filter(({ path }) => pattern.test(path)).map(({ path, title }) => ({ address: addressOf(path), title }))
  const sections: Section[] = [
    ...Object.entries(languages).map(([language, title]) => ({ title, entries: entries(new RegExp(`^docs/guides/${language}/`)) })),
    {
      title: 'Use and change',
      entries: [...entries(/^(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md$/), ...entries(/^docs\/[^/]+\.md$/)],
    },
    { title: 'Run', entries: entries(/^docs\/operations\//) },
    { title: 'API reference', entries: api.map(({ path, title }) => ({ address: path, title })) },
    { title: 'Words of a context', entries: entries(/^(domain|ingest|event-log|projections)\/.*README\.md$/) },
    { title: 'Decisions', entries: entries(/^docs\/decisions\//) },
  ]
  rmSync(out, { recursive: true, force: true })
  for (const { path, title, html } of pages) write(addressOf(path), frame({ address: addressOf(path), title, html, sections }))
  for (const { path, title, html } of api) write(path, frame({ address: path, title, html, sections }))
  write(
    'index.html',
    '<!doctype html><meta charset="utf-8"><title>Nightflow</title><meta http-equiv="refresh" content="0; url=README.html">\n',
  )
  for (const file of new Set(pages.flatMap(({ files }) => files))) {
    mkdirSync(dirname(join(out, file)), { recursive: true })
    copyFileSync(join(repository, file), join(out, file))
  }
  console.info(`${pages.length + api.length} pages in ${relative(repository, out)}/index.html`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
