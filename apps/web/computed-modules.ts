import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Modules that are run when the web is built: browsers get the values of their exports, and nothing of the modules that they were computed from.
 * Names of calls come from the declarations of all contexts, which would make their schemas a part of the first page.
 */
export const computedModules = (path: RegExp): Plugin => ({
  name: 'computed-modules',
  apply: 'build',
  async load(id) {
    if (!path.test(id)) return null
    const values = (await import(pathToFileURL(id).href)) as Record<string, unknown>
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})
