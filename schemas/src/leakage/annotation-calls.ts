import { historyCallOf } from '../shared/recorded-calls.ts'
import { annotationEvents, annotations } from './annotation.ts'

export const listAnnotationHistory = historyCallOf(annotations, '/api/v1/annotations')

export const annotationEventTypes = {
  'leakage.AnnotationAdded': { version: 1, data: annotationEvents.added },
  'leakage.AnnotationChanged': { version: 1, data: annotationEvents.changed },
  'leakage.AnnotationRemoved': { version: 1, data: annotationEvents.removed },
} as const
