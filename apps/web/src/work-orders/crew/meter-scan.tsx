import { Alert, Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameMeter } from '#work-orders/crew/same-meter.ts'

/** Of browsers that read codes; TypeScript does not know it yet. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
const detectorOf = (): Detector | undefined => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: new () => Detector }
  return BarcodeDetector && new BarcodeDetector()
}
const everyMilliseconds = 400

/** The meter before the crew is compared with that of the order: by the camera where the browser reads codes, or typed. */
export function MeterScan({ meterNo }: { meterNo: string }) {
  const { t } = useTranslation('work-orders')
  const [found, setFound] = useState<string>()
  const [typed, setTyped] = useState('')
  const check = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') setFound(typed.trim())
  }
  return (
    <div>
      <Text size="sm">{t('crew.scanHint')}</Text>
      {found === undefined && <Camera onFound={setFound} />}
      <form onSubmit={check} className="nf-crew-scan">
        <TextInput
          label={t('crew.typed')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={64}
          autoComplete="off"
        />
        <Button type="submit" variant="default">
          {t('crew.checkMeter')}
        </Button>
      </form>
      {found !== undefined &&
        (isSameMeter(found, meterNo) ? (
          <Alert color="green" mt={6} role="status">
            {t('crew.rightMeter', { meter: meterNo })}
          </Alert>
        ) : (
          <Alert color="red" mt={6} role="alert">
            {t('crew.wrongMeter', { found, meter: meterNo })}
          </Alert>
        ))}
    </div>
  )
}

/** Reads codes from the camera until one is found. Nothing is shown where the browser has no reader of codes. */
function Camera({ onFound }: { onFound: (code: string) => void }) {
  const { t } = useTranslation('work-orders')
  const video = useRef<HTMLVideoElement>(null)
  const [detector] = useState(detectorOf)
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    if (!detector) return
    let stream: MediaStream | undefined
    let isOver = false
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    begin().catch(() => setIsFailed(true))
    const timer = setInterval(async () => {
      if (!video.current || video.current.readyState < HTMLMediaElement.HAVE_ENOUGH_DATA) return
      const [code] = await detector.detect(video.current).catch(() => [])
      if (code && !isOver) onFound(code.rawValue)
    }, everyMilliseconds)
    return () => {
      isOver = true
      clearInterval(timer)
      stop()
    }
  }, [detector, onFound])
  if (!detector) return null
  if (isFailed) return <Alert color="orange">{t('crew.cameraNone')}</Alert>
  return <video ref={video} className="nf-crew-camera" muted playsInline />
}
