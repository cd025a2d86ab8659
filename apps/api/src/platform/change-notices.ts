import { type Channel, noticesPerRecipientAndDay, sendMessage } from '@nightflow/platform/messages/outbox'
import type { Queryable } from '@nightflow/platform/storage/platform-tables'
import { phoneIdentity } from '@nightflow/schemas/platform/phone-number'
import type { Language } from '@nightflow/schemas/shared/language'

/** Changes of an account that its owner is notified of. */
export type ChangedPart = 'email' | 'phone' | 'password'

/** An account as it was before the change, with the addresses that it had then. */
export type NoticedAccount = {
  tenant: string
  username: string
  email: string | null
  areaCode: string | null
  phonenumber: string | null
  language: Language | null
}

type Contacts = { email?: string | null | undefined; areaCode?: string | null | undefined; phonenumber?: string | null | undefined }

const isSame = (left: string | null | undefined, right: string | null | undefined): boolean =>
  (left ?? '').toLowerCase() === (right ?? '').toLowerCase()

/** Which addresses of an account become others; what is left out stays. */
export const changedContacts = (known: Contacts, wanted: Contacts): ChangedPart[] => {
  const { email, areaCode, phonenumber } = wanted
  const isPhoneOther =
    (phonenumber !== undefined && !isSame(phonenumber, known.phonenumber)) ||
    (areaCode !== undefined && !isSame(phonenumber ?? known.phonenumber, '') && !isSame(areaCode, known.areaCode))
  return [
    ...(email !== undefined && !isSame(email, known.email) ? (['email'] as const) : []),
    ...(isPhoneOther ? (['phone'] as const) : []),
  ]
}

/**
 * Notifies the owner at the addresses that the account had: of another e-mail address at the old one, of another telephone at the old number, and where
 * there was none, or for a password, at whichever there is. Nothing is sent to an account without addresses.
 */
export const tellOfChanges = async (
  database: Queryable,
  account: NoticedAccount,
  parts: readonly ChangedPart[],
  language: Language,
): Promise<void> => {
  const { tenant, username, email, areaCode, phonenumber } = account
  const ways: Record<Channel, string | undefined> = {
    email: email || undefined,
    sms: phonenumber ? phoneIdentity(areaCode, phonenumber) : undefined,
  }
  for (const part of parts) {
    const first: Channel = part === 'phone' ? 'sms' : 'email'
    const channel = ways[first] === undefined ? (first === 'sms' ? 'email' : 'sms') : first
    const recipient = ways[channel]
    if (recipient === undefined) continue
    const message = noticeTexts[account.language ?? language][part](username)
    await sendMessage(database, { channel, recipient, tenant, ...message }, noticesPerRecipientAndDay)
  }
}

type Text = { subject: string; body: string }

const noticeTexts: Record<Language, Record<ChangedPart, (username: string) => Text>> = {
  'zh-CN': {
    email: (name) => ({ subject: 'Nightflow 邮箱已更改', body: `账号 ${name} 的邮箱已更改。如非本人操作，请立即修改密码并联系管理员。` }),
    phone: (name) => ({
      subject: 'Nightflow 手机号已更改',
      body: `账号 ${name} 的手机号已更改。如非本人操作，请立即修改密码并联系管理员。`,
    }),
    password: (name) => ({ subject: 'Nightflow 密码已更改', body: `账号 ${name} 的密码已更改。如非本人操作，请立即联系管理员。` }),
  },
  en: {
    email: (name) => ({
      subject: 'Your Nightflow e-mail address was changed',
      body: `The e-mail address of the account ${name} was changed. If this was not you, change your password and contact your administrator.`,
    }),
    phone: (name) => ({
      subject: 'Your Nightflow telephone number was changed',
      body: `The telephone number of the account ${name} was changed. If this was not you, change your password and contact your administrator.`,
    }),
    password: (name) => ({
      subject: 'Your Nightflow password was changed',
      body: `The password of the account ${name} was changed. If this was not you, contact your administrator immediately.`,
    }),
  },
  fr: {
    email: (name) => ({
      subject: 'Votre adresse électronique Nightflow a été modifiée',
      body: `L’adresse électronique du compte ${name} a été modifiée. Si ce n’était pas vous, changez de mot de passe et prévenez votre administrateur.`,
    }),
    phone: (name) => ({
      subject: 'Votre numéro de téléphone Nightflow a été modifié',
      body: `Le numéro de téléphone du compte ${name} a été modifié. Si ce n’était pas vous, changez de mot de passe et prévenez votre administrateur.`,
    }),
    password: (name) => ({
      subject: 'Votre mot de passe Nightflow a été modifié',
      body: `Le mot de passe du compte ${name} a été modifié. Si ce n’était pas vous, prévenez aussitôt votre administrateur.`,
    }),
  },
  id: {
    email: (name) => ({
      subject: 'Alamat email Nightflow Anda diubah',
      body: `Alamat email akun ${name} telah diubah. Jika bukan Anda, ganti kata sandi dan hubungi administrator.`,
    }),
    phone: (name) => ({
      subject: 'Nomor telepon Nightflow Anda diubah',
      body: `Nomor telepon akun ${name} telah diubah. Jika bukan Anda, ganti kata sandi dan hubungi administrator.`,
    }),
    password: (name) => ({
      subject: 'Kata sandi Nightflow Anda diubah',
      body: `Kata sandi akun ${name} telah diubah. Jika bukan Anda, segera hubungi administrator.`,
    }),
  },
}
