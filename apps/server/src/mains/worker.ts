/** The worker alone, which runs the jobs: `npm start -- --role worker`, as a file to start. */
import { keepCompiled } from '../keep-compiled.ts'

keepCompiled()
const { runProcess } = await import('../run-process.ts')
await runProcess([...process.argv.slice(2), '--role', 'worker'])
