import { keepCompiled } from './keep-compiled.ts'

keepCompiled()
// Loaded behind it, so that the cache has all of it.
const { runProcess } = await import('./run-process.ts')
await runProcess(process.argv.slice(2))
