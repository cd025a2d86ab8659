import { Button, Group, Text } from '@mantine/core'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Pixels of the picture that is kept; on a phone it is shown as wide as the card. */
const size = { width: 640, height: 240 } as const
const ink = '#102a43'

/** A signature drawn with a finger or a pen, kept as a PNG on white. */
export function SignaturePad({ onKeep }: { onKeep: (file: Blob) => Promise<void> }) {
  const { t } = useTranslation('work-orders')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = canvas.current?.getContext('2d')
    if (!context || event.buttons === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [((event.clientX - left) * size.width) / width, ((event.clientY - top) * size.height) / height]
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (!isDrawn) {
        context.fillStyle = '#ffffff'
        context.fillRect(0, 0, size.width, size.height)
      }
      context.strokeStyle = ink
      context.lineWidth = 4
      context.lineCap = 'round'
      context.beginPath()
      context.moveTo(x, y)
    }
    context.lineTo(x, y)
    context.stroke()
    setIsDrawn(true)
  }
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, size.width, size.height)
    setIsDrawn(false)
  }
  const keep = () => canvas.current?.toBlob((file) => void (file && onKeep(file)), 'image/png')
  return (
    <div>
      <Text size="sm" mb={4}>
        {t('crew.signHint')}
      </Text>
      <canvas
        ref={canvas}
        {...size}
        className="nf-crew-signature"
        aria-label={t('crew.signHint')}
        role="img"
        onPointerDown={draw}
        onPointerMove={draw}
      />
      <Group gap="xs" grow mt={6}>
        <Button variant="default" disabled={!isDrawn} onClick={clear}>
          {t('crew.clear')}
        </Button>
        <Button disabled={!isDrawn} onClick={keep}>
          {t('crew.keepSignature')}
        </Button>
      </Group>
    </div>
  )
}
