import { YesNo } from '@nightflow/schemas/shared/lists'
import { callNightflow } from './call-nightflow.ts'
import type { Meter } from './city-model.ts'
import type { CustomerClassName } from './customer-classes.ts'

const typeOfClass: Record<CustomerClassName, string> = {
  flat: 'Apartments',
  drippingFlat: 'Apartments',
  house: 'Houses',
  shop: 'Trade',
  restaurant: 'Trade',
  office: 'Trade',
  hotel: 'Large consumers',
  laundry: 'Large consumers',
  works: 'Large consumers',
  export: 'Large consumers',
  school: 'Public institutions',
  hospital: 'Public institutions',
  park: 'Public institutions',
}

const households: readonly CustomerClassName[] = ['flat', 'house', 'drippingFlat']
export const isHousehold = ({ use }: Meter): boolean => use !== undefined && households.includes(use.customerClass)

/** The customer type of a meter's customer. */
export const typeOf = ({ use }: Meter): string => typeOfClass[use?.customerClass ?? 'flat']

/** Hotels, wards and works never stop, and parks are watered at night. */
const atNight: readonly string[] = ['Large consumers', 'Public institutions']
const typeToSend = (customerTypeName: string) => ({
  customerTypeName,
  usesWaterAtNight: atNight.includes(customerTypeName) ? YesNo.enum.yes : YesNo.enum.no,
})

/** Makes the customer types known that are missing; answers the identifier of each. */
export async function registerCustomerTypes(order: { baseUrl: string; token: string; signal?: AbortSignal }): Promise<Map<string, number>> {
  const url = `${order.baseUrl}/prod-api/business/customerType`
  const call = { bearer: order.token, signal: order.signal }
  const list = async (): Promise<Map<string, number>> => {
    const { rows } = (await callNightflow({ ...call, method: 'GET', url: `${url}/list?pageSize=50` })) as {
      rows: { customerTypeId: number; customerTypeName: string }[]
    }
    return new Map(rows.map(({ customerTypeName, customerTypeId }) => [customerTypeName, customerTypeId]))
  }
  const known = await list()
  const missing = [...new Set(Object.values(typeOfClass))].filter((name) => !known.has(name))
  for (const customerTypeName of missing)
    await callNightflow({ ...call, method: 'POST', url, body: JSON.stringify(typeToSend(customerTypeName)) })
  return missing.length === 0 ? known : list()
}
