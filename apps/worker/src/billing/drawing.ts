import type { Issuer } from '@nightflow/domain/billing/papers'
import type { Language } from '@nightflow/schemas/shared/language'
import { Sheet } from '../pdf/sheet.ts'
import { documentTexts } from './bill-document-texts.ts'
import type { DocumentTexts } from './document-texts.ts'
import { type Written, writtenIn } from './written.ts'

/** Parameters for drawing every part of a document. */
export type Drawing = { sheet: Sheet; texts: DocumentTexts; written: Written; issuer: Issuer }

export const drawingOf = (issuer: Issuer, language: Language, title: string, isLandscape = false): Drawing => ({
  sheet: new Sheet({ title, author: issuer.name, language, isLandscape }),
  issuer,
  texts: documentTexts[language],
  written: writtenIn(language, issuer),
})
