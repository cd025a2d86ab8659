import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Keeps what Node makes of the source files, beside the installed packages: a start then takes half of the processor's time, and after a crash
 * frames are taken the sooner. The threads of the process find it by the variable. A folder that cannot be written is no error.
 */
export const keepCompiled = (): void => {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/nightflow-compiled', import.meta.url))
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
