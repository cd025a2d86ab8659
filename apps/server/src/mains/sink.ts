/** The sink alone, which brings frames from Kafka to the log: `npm start -- --role sink`, as a file to start. */
import { keepCompiled } from '../keep-compiled.ts'

keepCompiled()
const { runProcess } = await import('../run-process.ts')
await runProcess([...process.argv.slice(2), '--role', 'sink'])
