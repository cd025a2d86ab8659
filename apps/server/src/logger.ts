import pino, { type Logger } from 'pino'

/** Structured logs on standard error; standard output is for people. Secrets and personal data never enter: these paths are the second wall. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.key', '*.token', '*.connectionString'],
    },
    pino.destination({ dest: 2, sync: true }),
  )
