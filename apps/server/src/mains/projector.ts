/** The projector alone: `npm start -- --role projector`, for whoever starts a file rather than a command. */
import { runProcess } from '../run-process.ts'

await runProcess([...process.argv.slice(2), '--role', 'projector'])
