/** The projector alone: `npm start -- --role projector`, as a file to start. */
import { runProcess } from '../run-process.ts'

await runProcess([...process.argv.slice(2), '--role', 'projector'])
