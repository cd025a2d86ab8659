import type { annotationEventTypes } from '@nightflow/schemas/leakage/annotation-calls'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Decider, EventIn } from '../shared/decider.ts'
import { type RecordCommand, type Recorded, recordDecider } from '../shared/record-decider.ts'

type Values = { annotationKey: string; partitionId: string; fromDay: string; toDay: string; remark: string }
export type AnnotationEvent = EventIn<keyof typeof annotationEventTypes>

export const annotationDecider: Decider<RecordCommand<Values>, Recorded<Values>, AnnotationEvent> = recordDecider<
  Values,
  'leakage.AnnotationAdded',
  'leakage.AnnotationChanged',
  'leakage.AnnotationRemoved'
>({
  stream: 'leakage-annotation',
  key: 'annotationKey',
  added: 'leakage.AnnotationAdded',
  changed: 'leakage.AnnotationChanged',
  removed: 'leakage.AnnotationRemoved',
  refuse: ({ fromDay, toDay }) => (toDay < fromDay ? rejected('range-reversed', { from: fromDay, to: toDay }) : undefined),
})
