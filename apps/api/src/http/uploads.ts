import multipart from '@fastify/multipart'
import { uploadBytesMax } from '@nightflow/schemas/platform/file-calls'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from './problem.ts'

/** An uploaded file. The sender chooses its name, which proves nothing about its content. */
export type Upload = { fileName: string; bytes: Buffer }

const limits = { fileSize: uploadBytesMax, files: 1, fields: 8, parts: 9, fieldNameSize: 64, fieldSize: 64 * 1024, headerPairs: 20 }

/** Lets the routes of this scope take multipart bodies; no other route reads one. */
export const takeUploads = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(multipart, { limits, throwFileSizeLimit: true })
}

/**
 * The one file of a multipart body, under the name that the endpoint gives it, and the fields beside it. Throws `unsupported-media-type` for a
 * body of another kind, `too-large`, and `request-invalid` without a file.
 */
export const receiveUpload = async (
  request: FastifyRequest,
  fieldName: string,
): Promise<{ upload: Upload; fields: Record<string, string> }> => {
  if (!request.isMultipart()) throw new ProblemError(rejected('unsupported-media-type'))
  const fields = new Map<string, string>()
  let upload: Upload | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.fieldname === fieldName) upload = { fileName: shownName(part.filename), bytes }
    } else if (!part.valueTruncated && typeof part.value === 'string') fields.set(part.fieldname, part.value)
    else throw new ProblemError(rejected('too-large'))
  }
  if (!upload || upload.bytes.length === 0) {
    const errors = [{ path: fieldName, code: 'required', message: 'a file is expected' }]
    throw new ProblemError(rejected('request-invalid'), { errors })
  }
  return { upload, fields: Object.fromEntries(fields) }
}

/** The last part of a path, without what a log or a header could be broken with. */
const shownName = (name = ''): string => (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{C}"]/gu, '').slice(-100)
