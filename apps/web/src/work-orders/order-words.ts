import { resources } from '@nightflow/schemas/resources'

/** Whose words the sentences and the values of orders and cases are. */
export const orderWords = { texts: 'work-orders', name: 'workOrder', calls: { dictionaries: resources.workOrders.dictionaries } }
export const requestWords = {
  texts: 'work-orders',
  name: 'publicRequest',
  calls: { dictionaries: resources.publicRequests.dictionaries },
}
export const caseWords = { texts: 'work-orders', name: 'leakCase', calls: { dictionaries: resources.leakCases.dictionaries } }
