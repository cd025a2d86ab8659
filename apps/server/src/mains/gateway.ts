/** The gateway role alone: `npm start -- --role gateway`, as a file to start. */
import { runProcess } from '../run-process.ts'

await runProcess([...process.argv.slice(2), '--role', 'gateway'])
