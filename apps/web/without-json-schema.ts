import type { Plugin } from 'vite'

/** Files of zod that write JSON Schema, and where the part begins that only writes it. */
const writers: readonly { file: RegExp; from: string }[] = [
  { file: /zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/, from: 'export const stringProcessor' },
  { file: /zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/, from: 'export function initializeContext' },
]
/** Schemas get their method from these two: one that is not there. */
const makers = ['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod']

/**
 * The browser writes no JSON Schema, but every schema of zod has a method for it, so that no bundler leaves the code out. Exports stay with the value
 * undefined, and a method that is called fails. The values of schemas, their checks and messages are the same.
 */
export const withoutJsonSchema = (): Plugin => ({
  name: 'nightflow-without-json-schema',
  apply: 'build',
  transform(code, id) {
    const writer = writers.find(({ file }) => file.test(id))
    const start = writer ? code.indexOf(writer.from) : -1
    if (start < 0) return null
    const names = [...code.slice(start).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name!)
    const exported = names.map((name) => `export const ${name} = ${makers.includes(name) ? '() => undefined' : 'undefined'}`)
    const renamed = names.includes('processSchema') ? ['export { processSchema as process }'] : []
    return { code: [code.slice(0, start), ...exported, ...renamed].join('\n'), map: null }
  },
})
