import pino, { type Logger } from 'pino'

/** Structured logs on standard error; standard output is for people. Secrets and personal data never enter: these paths are the second wall. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: undefined,
      // Neither addresses of people nor headers: what was asked and what came of it is enough.
      serializers: { req: ({ method, url }: { method: string; url: string }) => ({ method, url }), err: pino.stdSerializers.err },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.key', '*.token', '*.connectionString'],
    },
    pino.destination({ dest: 2, sync: true }),
  )
