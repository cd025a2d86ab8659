/** The way in alone: `npm start -- --role gateway`, for whoever starts a file rather than a command. */
import { runProcess } from '../run-process.ts'

await runProcess([...process.argv.slice(2), '--role', 'gateway'])
