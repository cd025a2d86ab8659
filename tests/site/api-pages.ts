import { openApiDocument } from '@nightflow/api/documentation'
import { marked } from 'marked'
import { escaped } from './site-pages.ts'

type Schema = {
  anyOf?: Schema[]
  items?: Schema
  const?: unknown
  type?: string | string[]
  enum?: unknown[]
  format?: string
  maxLength?: number
  minimum?: number
  maximum?: number
}
type Field = { name: string; in?: string; required?: boolean; schema?: Schema }
type Body = { content: Record<string, { schema?: { properties?: Record<string, Schema>; required?: string[] } }> }
type Operation = { tags?: string[]; summary?: string; description?: string; parameters?: Field[]; requestBody?: Body }

/** The API reference: a page for each context, from the document that the service answers at `/api/openapi.json`. */
export const apiPages = async (): Promise<{ path: string; title: string; html: string }[]> => {
  const { paths } = await openApiDocument()
  const byTag = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const tag = operation.tags?.[0] ?? 'ingest'
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationAsHtml(method, path, operation)])
    }
  return [...byTag]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([tag, operations]) => ({
      path: `api/${tag}.html`,
      title: `API: ${tag}`,
      html: `<h1>API: ${escaped(tag)}</h1>\n<p>${operations.length} operations, as the service describes them at <code>/api/openapi.json</code>.</p>\n${operations.join('\n')}`,
    }))
}

const operationAsHtml = (method: string, path: string, { summary, description, parameters = [], requestBody }: Operation): string => {
  const [body] = Object.values(requestBody?.content ?? {})
  const ofBody = Object.entries(body?.schema?.properties ?? {}).map(
    ([name, schema]): Field => ({ name, in: 'body', required: body?.schema?.required?.includes(name) ?? false, schema }),
  )
  const rows = [...parameters, ...ofBody].map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${place ?? ''}</td><td>${required ? 'yes' : ''}</td><td>${escaped(limitsOf(schema ?? {}))}</td></tr>`,
  )
  const table = `<div class="table"><table><thead><tr><th>field</th><th>in</th><th>required</th><th>values</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return `<h3><code>${method.toUpperCase()} ${escaped(path)}</code></h3>\n<p>${marked.parseInline(escaped([summary, description].filter(Boolean).join('. ')))}</p>\n${rows.length > 0 ? table : ''}`
}

const limitsOf = ({ anyOf, items, const: only, type, enum: words, format, maxLength, minimum, maximum }: Schema): string =>
  [
    anyOf?.map(limitsOf).filter(Boolean).join(', or '),
    only === undefined ? undefined : String(only),
    items ? `array of ${limitsOf(items) || 'objects'}` : [type].flat().filter(Boolean).join(' or '),
    format,
    words?.join(', '),
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    minimum === undefined || maximum === undefined ? undefined : `${minimum} to ${maximum}`,
  ]
    .filter(Boolean)
    .join('; ')
