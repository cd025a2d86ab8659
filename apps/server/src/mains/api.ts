/** API and web alone: `npm start -- --role api`, as a file to start. */
import { runProcess } from '../run-process.ts'

await runProcess([...process.argv.slice(2), '--role', 'api'])
