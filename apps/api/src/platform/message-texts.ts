import type { Language } from '@nightflow/schemas/shared/language'

type Purpose = 'register' | 'recover'
type Text = { subject: string; body: string }

const minutes = 10

/** The messages with a code. */
const codeTexts: Record<Language, Record<Purpose, (code: string) => Text>> = {
  'zh-CN': {
    register: (code) => ({
      subject: 'Nightflow 注册验证码',
      body: `您的注册验证码是 ${code}，${minutes} 分钟内有效。如非本人操作，请忽略。`,
    }),
    recover: (code) => ({
      subject: 'Nightflow 找回密码验证码',
      body: `您的找回密码验证码是 ${code}，${minutes} 分钟内有效。如非本人操作，请忽略，您的密码不会改变。`,
    }),
  },
  en: {
    register: (code) => ({
      subject: 'Your code for Nightflow',
      body: `Your registration code is ${code}. It is valid for ${minutes} minutes. If you did not request it, ignore this message.`,
    }),
    recover: (code) => ({
      subject: 'Your code for a new Nightflow password',
      body: `Your code for a new password is ${code}. It is valid for ${minutes} minutes. If you did not request it, ignore this message. Your password does not change.`,
    }),
  },
  fr: {
    register: (code) => ({
      subject: 'Votre code pour Nightflow',
      body: `Votre code d’inscription est ${code}. Il est valable ${minutes} minutes. Si vous ne l’avez pas demandé, ignorez ce message.`,
    }),
    recover: (code) => ({
      subject: 'Votre code pour un nouveau mot de passe Nightflow',
      body: `Votre code pour un nouveau mot de passe est ${code}. Il est valable ${minutes} minutes. Si vous ne l’avez pas demandé, ignorez ce message : votre mot de passe ne change pas.`,
    }),
  },
  id: {
    register: (code) => ({
      subject: 'Kode Anda untuk Nightflow',
      body: `Kode pendaftaran Anda adalah ${code}. Berlaku ${minutes} menit. Jika Anda tidak memintanya, abaikan pesan ini.`,
    }),
    recover: (code) => ({
      subject: 'Kode Anda untuk kata sandi Nightflow yang baru',
      body: `Kode untuk kata sandi baru Anda adalah ${code}. Berlaku ${minutes} menit. Jika Anda tidak memintanya, abaikan pesan ini: kata sandi Anda tidak berubah.`,
    }),
  },
}

export const codeMessage = (purpose: Purpose, language: Language, code: string): Text => codeTexts[language][purpose](code)
