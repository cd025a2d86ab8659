/** Writes one line to standard output and waits while the reader of a pipe is slower than we are; a reader that left ends the command quietly. */
export const printLine = (line: string): Promise<void> =>
  new Promise((written, failed) => {
    process.stdout.write(`${line}\n`, (error) => {
      if (!error) return written()
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0)
      failed(error)
    })
  })
