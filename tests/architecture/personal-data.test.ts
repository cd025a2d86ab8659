import { eventCatalogue } from '@nightflow/schemas/events'
import { personalFieldsOf } from '@nightflow/schemas/shared/personal'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { valuesOf } from '../support/data/values-of-schema.ts'

/** Names of fields that hold personal data wherever they are about a person. */
const tellsOfPerson = /name|phone|mobile|mail|address|identity|birth|photo|picture|attachment|contact|signature/i

/** Fields with such a name that are about a place or a thing. */
const aboutThings: Record<string, string> = {
  'alarms.AlarmRuleAdded ruleName': 'the name of a rule',
  'alarms.AlarmRuleChanged ruleName': 'the name of a rule',
  'metering.ImportDeclared fileName': 'a file of readings',
  'metering.ImportDeclared settings.name': 'the name of a setting',
  'metering.ManualReadingTaken photoId': 'a picture of a register',
  'metering.WalkByPlanned name': 'the name of a round',
  'devices.MeterRegistered name': 'what a utility calls the meter; who lives there belongs to the account',
  'devices.MeterRegistered address': 'where the meter is installed; the address of a person belongs to the account',
  'devices.MeterDetailsChanged name': 'what a utility calls the meter',
  'devices.MeterDetailsChanged address': 'where the meter is installed',
  'customers.AccountOpened enterprise.companyName': 'the name of a company',
  'customers.AccountDetailsChanged enterprise.companyName': 'the name of a company',
  'customers.AccountTransferred enterprise.companyName': 'the name of a company',
  'customers.AttachmentAdded attachmentId': 'names a file, which is deleted with its person',
  'customers.AttachmentRemoved attachmentId': 'names a file, which is deleted with its person',
  'devices.MeterMovedOut details.name': 'what the utility calls the meter',
  'devices.MeterMovedOut details.address': 'where the meter is installed',
  'devices.MeterMovedOut customerTypeName': 'the name of a class of customers',
  'devices.MeterMovedOut meterTypeName': 'the name of a meter type',
  'devices.MeterGrouped meterGroupName': 'the name of a group of meters',
  'devices.FlowMeterAdded meterAddress': 'the number of a meter on the bus',
  'devices.FlowMeterChanged meterAddress': 'the number of a meter on the bus',
  'devices.FlowMeterRemoved meterAddress': 'the number of a meter on the bus',
  'devices.FlowMeterAdded rtuAddress': 'the number of a terminal unit',
  'devices.FlowMeterChanged rtuAddress': 'the number of a terminal unit',
  'devices.PressureMeterAdded rtuAddressNo': 'the number of a terminal unit',
  'devices.PressureMeterChanged rtuAddressNo': 'the number of a terminal unit',
  'devices.PressureMeterAdded address': 'where the meter is installed',
  'devices.PressureMeterChanged address': 'where the meter is installed',
  'work-orders.WorkOrderShutOffListed valves.valveName': 'what a utility calls the valve',
  'devices.DeviceAdded deviceName': 'what a utility calls the device',
  'devices.DeviceChanged deviceName': 'what a utility calls the device',
  'devices.DeviceAdded address': 'where the device is installed',
  'devices.DeviceChanged address': 'where the device is installed',
  'billing.PriceSchemeDrafted priceSchemeName': 'the name of a price scheme',
  'billing.PriceSchemeChanged priceSchemeName': 'the name of a price scheme',
  'billing.PriceSchemeRemoved priceSchemeName': 'the name of a price scheme',
  'billing.PriceSchemePublished priceSchemeName': 'the name of a price scheme',
  'billing.PriceSchemeRetired priceSchemeName': 'the name of a price scheme',
  'billing.SurchargeSchemeAdded schemeName': 'the name of a surcharge scheme',
  'billing.SurchargeSchemeAdded items.itemName': 'the name of a charging item',
  'billing.SurchargeSchemeChanged schemeName': 'the name of a surcharge scheme',
  'billing.SurchargeSchemeChanged items.itemName': 'the name of a charging item',
  'billing.PersonalSurchargeAdded itemName': 'the name of a charging item',
  'billing.PersonalSurchargeChanged itemName': 'the name of a charging item',
  'billing.PersonalSurchargeRemoved itemName': 'the name of a charging item',
  'billing.BillMailed mailingId': 'the number of a mailing; the address is not in the event',
  'billing.DebtAdded feeName': 'what is owed for',
  'billing.DebtPaid feeName': 'what is owed for',
  'billing.PaymentDeducted lines.name': 'the name of a charging item, or what is owed for',
  'billing.PaymentDeducted settlements.itemName': 'the name of a charging item',
  'billing.PaymentDeducted settledBefore.itemName': 'the name of a charging item',
  'billing.DeductionReversed lines.name': 'the name of a charging item, or what is owed for',
  'billing.DeductionReversed settlements.itemName': 'the name of a charging item',
  'billing.BillIssued charges.name': 'the name of a charging item, or what is owed for',
  'billing.BillIssued settlements.itemName': 'the name of a charging item',
  'billing.BillIssued settledBefore.itemName': 'the name of a charging item',
  'billing.BillCredited returned.lines.name': 'the name of a charging item, or what is owed for',
  'billing.BillCredited returned.settlements.itemName': 'the name of a charging item',
  'billing.BillRecomputed charges.name': 'the name of a charging item, or what is owed for',
  'billing.DebtWrittenOff feeName': 'what is owed for',
  'payments.OrderPlaced platformName': 'the name of a payment platform',
  'payments.OrderAccepted payAddress': 'a page of a payment platform',
  'payments.CallbackReceived platformName': 'the name of a payment platform',
  'payments.LeftoverFound platformName': 'the name of a payment platform',
  'cards.CardWritePrepared signature': 'the signature of what is written on a card',
  'leakage.PartitionCreated name': 'the name of an area',
  'leakage.PartitionChanged name': 'the name of an area',
}

const pathsOf = (schema: z.ZodType): string[] => valuesOf(schema).map(({ path }) => path.replaceAll('[]', ''))

describe('personal data in events: mark it with personal() of shared/personal, and put personId beside it', () => {
  test.each(Object.entries(eventCatalogue))('%s', (type, { data }) => {
    const marked = personalFieldsOf(data)
    expect(marked.filter(({ hasPersonId }) => !hasPersonId).map(({ path }) => path)).toEqual([])
    const paths = new Set(marked.map(({ path }) => path))
    const suspicious = pathsOf(data).filter((path) => tellsOfPerson.test(path.split('.').at(-1)!) && !paths.has(path))
    expect(suspicious.filter((path) => !(`${type} ${path}` in aboutThings))).toEqual([])
  })

  test('every exception is needed', () => {
    const values = Object.entries(eventCatalogue).flatMap(([type, { data }]) => pathsOf(data).map((path) => `${type} ${path}`))
    expect(Object.keys(aboutThings).filter((field) => !values.includes(field))).toEqual([])
  })
})
