import { sendCode } from '@nightflow/schemas/platform/registration-calls'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '#api/call.ts'

type Asked = z.input<typeof sendCode.request>

/** Sends a verification code and counts the seconds until another may be sent. `uuid` names the one that was sent last. */
export function useCodeSending(): {
  uuid: string | undefined
  secondsLeft: number
  isSending: boolean
  send: (asked: Asked) => Promise<void>
} {
  const [uuid, setUuid] = useState<string>()
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(Date.now)
  const [isSending, setIsSending] = useState(false)
  useEffect(() => {
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  const send = async (asked: Asked) => {
    if (isSending) return
    setIsSending(true)
    try {
      const sent = await call(sendCode, asked)
      setUuid(sent.uuid)
      setNow(Date.now())
      setUntil(Date.now() + sent.nextInSeconds * 1000)
    } finally {
      setIsSending(false)
    }
  }
  return { uuid, isSending, secondsLeft: Math.max(0, Math.ceil((until - now) / 1000)), send }
}
