import { changeableDetails } from '@nightflow/schemas/devices/change-meter-details'
import type { HistoryOf } from '../projector/entity.ts'
import { changesBetween } from '../projector/entity-history.ts'
import type { Meter } from './meter-row.ts'

const happened = ({ data: { happenedAt } }: { data: { happenedAt: string } }) => ({ facts: { happenedAt } })

/** Steps of people and devices in the history of a meter. The lines of a replacement are in the histories of both meters. */
export const meterSteps: HistoryOf<Meter> = {
  'devices.MeterRegistered': { step: 'registered', tell: (_, { before }) => (before ? undefined : {}) },
  'devices.MeterDetailsChanged': {
    step: 'changed',
    tell: (_, { before, after }) => ({ changes: changesBetween(before?.details ?? {}, after.details, changeableDetails) }),
  },
  'devices.MeterStored': { step: 'stored', tell: happened },
  'devices.MeterIssued': { step: 'issued', tell: happened },
  'devices.MeterInstalled': { step: 'installed', tell: happened },
  'devices.MeterRemoved': { step: 'removed', tell: happened },
  'devices.MeterScrapped': { step: 'scrapped', tell: happened },
  'devices.MeterGrouped': [
    {
      step: 'grouped',
      tell: ({ data: { meterGroupName } }) => (meterGroupName === null ? undefined : { facts: { meterGroupName } }),
    },
    { step: 'ungrouped' },
  ],
  'devices.MeterMovedOut': { step: 'movedOut', tell: ({ data: { targetTenant, movedAt } }) => ({ facts: { targetTenant, movedAt } }) },
  'devices.MeterMovedIn': { step: 'movedIn', tell: ({ data: { sourceTenant, movedAt } }) => ({ facts: { sourceTenant, movedAt } }) },
  'devices.MeterMovedBack': { step: 'movedBack', tell: ({ data: { sourceTenant, movedAt } }) => ({ facts: { sourceTenant, movedAt } }) },
  'devices.MeterMoveFinished': { step: 'moveFinished' },
  'devices.MeterMoveReturned': { step: 'moveReturned', tell: ({ data: { cause } }) => ({ facts: { cause } }) },
  'devices.MeterReplaced': [
    {
      step: 'replaced',
      tell: ({ data: { number, replacedBy, replacedAt, finalLitres, initialLitres } }, { key }) =>
        key.number === number ? { facts: { replacedBy, replacedAt, finalLitres, initialLitres } } : undefined,
    },
    {
      step: 'replaces',
      tell: ({ data: { number, replacedAt, finalLitres, initialLitres } }) => ({
        facts: { replaces: number, replacedAt, finalLitres, initialLitres },
      }),
    },
  ],
  'devices.RegisterResetRecorded': {
    step: 'resetRecorded',
    tell: ({ data: { resetAt, finalLitres, initialLitres } }) => ({ facts: { resetAt, finalLitres, initialLitres } }),
  },
  'devices.RegisterResetWithdrawn': { step: 'resetWithdrawn', tell: ({ data: { resetAt } }) => ({ facts: { resetAt } }) },
  'metering.ReadingCorrected': {
    step: 'readingCorrected',
    tell: ({ data: { at, litres, correctionId } }) => ({ facts: { readAt: at, registerLitres: litres, correctionId } }),
  },
  'metering.ReadingCorrectionWithdrawn': {
    step: 'correctionWithdrawn',
    tell: ({ data: { at, correctionId } }) => ({ facts: { readAt: at, correctionId } }),
  },
  'devices.ValveOpeningRequested': { step: 'openingRequested', tell: ({ data: { closingReason } }) => ({ facts: { closingReason } }) },
  'devices.ValveClosingRequested': { step: 'closingRequested', tell: ({ data: { closingReason } }) => ({ facts: { closingReason } }) },
  'devices.ValveClosingReasonAdded': { step: 'closingReasonAdded', tell: ({ data: { closingReason } }) => ({ facts: { closingReason } }) },
  'devices.ValveClosingReasonRemoved': {
    step: 'closingReasonRemoved',
    tell: ({ data: { closingReason } }) => ({ facts: { closingReason } }),
  },
  'devices.ValveOpened': { step: 'valveOpened' },
  'devices.ValveClosed': { step: 'valveClosed' },
  'devices.ValveOperationFailed': { step: 'valveFailed', tell: ({ data: { reason } }) => ({ facts: { failure: reason }, note: null }) },
  'devices.ValveOperationExpired': { step: 'valveExpired' },
}
