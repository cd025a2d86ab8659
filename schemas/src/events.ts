import type { z } from 'zod'
import { AgentRecharged } from './agents/recharge-agent.ts'
import { alarmEventTypes } from './alarms/alarm-lifecycle.ts'
import { accountClosingEventTypes } from './billing/account-closing.ts'
import { bankEventTypes } from './billing/bank-entry.ts'
import { billEventTypes } from './billing/bill.ts'
import { billRunEventTypes } from './billing/bill-run.ts'
import { bookEventTypes } from './billing/book-close.ts'
import { collectionEventTypes } from './billing/collection.ts'
import { collectionSettingsEventTypes } from './billing/collection-settings.ts'
import { debtEventTypes } from './billing/debt.ts'
import { DeductionOrderSet, PaymentDeducted } from './billing/deduction.ts'
import { documentNumberEventTypes } from './billing/document-number.ts'
import { heldBillEventTypes } from './billing/held-bill.ts'
import { personalSurchargeEventTypes } from './billing/personal-surcharge.ts'
import { priceSchemeEventTypes } from './billing/price-scheme.ts'
import { rebillEventTypes } from './billing/rebill.ts'
import { surchargeSchemeEventTypes } from './billing/surcharge-scheme.ts'
import { attachmentEventTypes } from './customers/account-attachments.ts'
import { accountEventTypes } from './customers/account-lifecycle.ts'
import { leakNoticeEventTypes } from './customers/leak-notice.ts'
import { MeterDetailsChanged } from './devices/change-meter-details.ts'
import * as concentrator from './devices/concentrator.ts'
import { flowMeterEvents } from './devices/flow-meter.ts'
import { mapDeviceEvents } from './devices/map-device.ts'
import { lifeEventTypes } from './devices/meter-life.ts'
import { moveEventTypes } from './devices/move-meters.ts'
import * as valve from './devices/operate-valve.ts'
import { pressureMeterEvents } from './devices/pressure-meter.ts'
import { RegisterResetRecorded, RegisterResetWithdrawn } from './devices/record-register-reset.ts'
import { MeterRegistered } from './devices/register-meter.ts'
import { MeterReplaced } from './devices/replace-meter.ts'
import { keyEventTypes } from './devices/update-key.ts'
import * as partition from './leakage/partition.ts'
import { consumptionEventTypes } from './metering/consumption-review.ts'
import { ReadingCorrected, ReadingCorrectionWithdrawn } from './metering/correct-reading.ts'
import { healthSettingsEventTypes } from './metering/health-settings.ts'
import * as imports from './metering/imports.ts'
import { ManualReadingTaken } from './metering/manual-reading.ts'
import { healthEventTypes } from './metering/meter-health.ts'
import { ReadingsReported } from './metering/report-readings.ts'
import { validationEventTypes } from './metering/validation-thresholds.ts'
import { walkByEventTypes } from './metering/walk-by.ts'
import { PersonErased } from './privacy/erase-person.ts'

/** Every event the log can hold: its type, `<context>.<Event>`, and the schema of its data at the current version. */
export const eventCatalogue = {
  'metering.ReadingsReported': { version: 1, data: ReadingsReported },
  'metering.ReadingCorrected': { version: 1, data: ReadingCorrected },
  'metering.ReadingCorrectionWithdrawn': { version: 1, data: ReadingCorrectionWithdrawn },
  ...consumptionEventTypes,
  ...validationEventTypes,
  ...healthEventTypes,
  ...healthSettingsEventTypes,
  'metering.ManualReadingTaken': { version: 1, data: ManualReadingTaken },
  ...walkByEventTypes,
  'metering.ImportDeclared': { version: 1, data: imports.ImportDeclared },
  'metering.ImportCompleted': { version: 1, data: imports.ImportCompleted },
  'metering.ImportWithdrawn': { version: 1, data: imports.ImportWithdrawn },
  'devices.MeterRegistered': { version: 1, data: MeterRegistered },
  'devices.MeterReplaced': { version: 1, data: MeterReplaced },
  'devices.MeterDetailsChanged': { version: 1, data: MeterDetailsChanged },
  'devices.RegisterResetRecorded': { version: 1, data: RegisterResetRecorded },
  'devices.RegisterResetWithdrawn': { version: 1, data: RegisterResetWithdrawn },
  ...lifeEventTypes,
  ...moveEventTypes,
  'devices.ValveOpeningRequested': { version: 2, data: valve.ValveOpeningRequested },
  'devices.ValveClosingRequested': { version: 2, data: valve.ValveClosingRequested },
  'devices.ValveClosingReasonAdded': { version: 1, data: valve.ValveClosingReasonAdded },
  'devices.ValveClosingReasonRemoved': { version: 1, data: valve.ValveClosingReasonRemoved },
  'devices.ValveOperationSent': { version: 1, data: valve.ValveOperationSent },
  'devices.ValveOpened': { version: 1, data: valve.ValveOpened },
  'devices.ValveClosed': { version: 1, data: valve.ValveClosed },
  'devices.ValveOperationFailed': { version: 1, data: valve.ValveOperationFailed },
  'devices.ValveOperationExpired': { version: 1, data: valve.ValveOperationExpired },
  ...keyEventTypes,
  'devices.ConcentratorAdded': { version: 1, data: concentrator.concentratorEvents.added },
  'devices.ConcentratorChanged': { version: 1, data: concentrator.concentratorEvents.changed },
  'devices.ConcentratorRemoved': { version: 1, data: concentrator.concentratorEvents.removed },
  'devices.ConcentratorMetersAssociated': { version: 1, data: concentrator.ConcentratorMetersChanged },
  'devices.ConcentratorMetersDissociated': { version: 1, data: concentrator.ConcentratorMetersChanged },
  'devices.ConcentratorStateChanged': { version: 1, data: concentrator.ConcentratorStateChanged },
  'devices.FlowMeterAdded': { version: 1, data: flowMeterEvents.added },
  'devices.FlowMeterChanged': { version: 1, data: flowMeterEvents.changed },
  'devices.FlowMeterRemoved': { version: 1, data: flowMeterEvents.removed },
  'devices.PressureMeterAdded': { version: 1, data: pressureMeterEvents.added },
  'devices.PressureMeterChanged': { version: 1, data: pressureMeterEvents.changed },
  'devices.PressureMeterRemoved': { version: 1, data: pressureMeterEvents.removed },
  'devices.DeviceAdded': { version: 1, data: mapDeviceEvents.added },
  'devices.DeviceChanged': { version: 1, data: mapDeviceEvents.changed },
  'devices.DeviceRemoved': { version: 1, data: mapDeviceEvents.removed },
  'leakage.PartitionCreated': { version: 2, data: partition.PartitionCreated },
  'leakage.PartitionChanged': { version: 2, data: partition.PartitionChanged },
  'leakage.SummaryMeterAssociated': { version: 1, data: partition.SummaryMeterAssociated },
  'leakage.SubMetersAssociated': { version: 1, data: partition.SubMetersAssociated },
  'leakage.MetersDissociated': { version: 1, data: partition.MetersDissociated },
  'leakage.ThresholdsSet': { version: 1, data: partition.ThresholdsSet },
  'leakage.PartitionRemoved': { version: 1, data: partition.PartitionRemoved },
  ...alarmEventTypes,
  ...accountEventTypes,
  ...attachmentEventTypes,
  ...leakNoticeEventTypes,
  ...priceSchemeEventTypes,
  'privacy.PersonErased': { version: 1, data: PersonErased },
  'agents.AgentRecharged': { version: 1, data: AgentRecharged },
  ...surchargeSchemeEventTypes,
  ...personalSurchargeEventTypes,
  ...debtEventTypes,
  ...accountClosingEventTypes,
  ...billEventTypes,
  ...rebillEventTypes,
  ...documentNumberEventTypes,
  ...bankEventTypes,
  ...billRunEventTypes,
  ...bookEventTypes,
  ...heldBillEventTypes,
  ...collectionEventTypes,
  ...collectionSettingsEventTypes,
  'billing.PaymentDeducted': { version: 1, data: PaymentDeducted },
  'billing.DeductionOrderSet': { version: 1, data: DeductionOrderSet },
} as const satisfies Record<string, { version: number; data: z.ZodObject }>

export type EventType = keyof typeof eventCatalogue
export type EventOf<Type extends EventType> = { type: Type; data: z.output<(typeof eventCatalogue)[Type]['data']> }
/** Any event of the service, discriminated by `type`. */
export type ServiceEvent = { [Type in EventType]: EventOf<Type> }[EventType]
