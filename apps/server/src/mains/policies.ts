/** The policies alone: `npm start -- --role policies`, as a file to start. */
import { runProcess } from '../run-process.ts'

await runProcess([...process.argv.slice(2), '--role', 'policies'])
