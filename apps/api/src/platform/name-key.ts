import { phoneForm } from '@nightflow/schemas/platform/phone-number'

/**
 * The key by which limits count a name, whether an account has it or not: a user name or an e-mail address whatever its capitals, a telephone number whatever
 * its spelling, and whatever area code is said with it.
 */
export const nameKeyOf = ({ name, areaCode }: { name: string; areaCode?: string | undefined }): string => {
  const typed = name.normalize('NFKC').trim()
  if (!/^\d+$/.test(typed)) return typed.toLowerCase()
  return (areaCode !== undefined && phoneForm(areaCode, typed)?.phonenumber) || typed.replace(/^0+/, '')
}
