/** The contract with which every account begins. */
export const firstContract = 1

/** The time in which one holder has an account, from a local day on. The first one begins with the account. */
export type Contract = { readonly contractNo: number; readonly from: string | null }

type Held = { readonly contracts: readonly Contract[] }

export const presentContract = ({ contracts }: Held): number => contracts.at(-1)!.contractNo

/** Whose a day of the account is. */
export const contractOfDay = ({ contracts }: Held, day: string): number =>
  contracts.findLast(({ from }) => from === null || from <= day)?.contractNo ?? firstContract

/** The balance of a holder; below zero where more was taken than paid in. */
export const balanceOf = ({ balances }: { readonly balances: ReadonlyMap<number, number> }, contractNo: number): number =>
  balances.get(contractNo) ?? 0

/** An event names its contract only where it is not the first one, as all events of earlier logs are. */
export const named = (contractNo: number): { contractNo?: number } => (contractNo === firstContract ? {} : { contractNo })
