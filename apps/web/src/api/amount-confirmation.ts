/** An amount above the limit that the service wants to have said twice. */
export type AmountToConfirm = {
  /** In the tenant's currency, as the refusal has it. */
  limit: string
  /** The amount that was sent. */
  amount: string
  /** Called with what was typed, or with nothing where the person gives up. */
  answer: (confirmedAmount: number | undefined) => void
}

let asked: AmountToConfirm | undefined
const listeners = new Set<() => void>()
const set = (next: AmountToConfirm | undefined): void => {
  asked = next
  for (const listener of listeners) listener()
}

/** The confirmation that waits for a person; `AmountConfirmationDialog` shows it. */
export const amountConfirmation = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  asked: (): AmountToConfirm | undefined => asked,
}

/** Asks the person to type the amount again. Without a dialog the amount stays unconfirmed. */
export const confirmAmount = ({ limit, amount }: Omit<AmountToConfirm, 'answer'>): Promise<number | undefined> =>
  new Promise((resolve) => {
    if (listeners.size === 0) return resolve(undefined)
    asked?.answer(undefined)
    const answer = (confirmedAmount: number | undefined) => {
      set(undefined)
      resolve(confirmedAmount)
    }
    set({ limit, amount, answer })
  })
