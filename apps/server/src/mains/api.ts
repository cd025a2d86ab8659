/** API and web alone: `npm start -- --role api`, for whoever starts a file rather than a command. */
import { runProcess } from '../run-process.ts'

await runProcess([...process.argv.slice(2), '--role', 'api'])
