import { describe, expect, it, vi } from 'vitest'
import ar from '../../src/rowlock/locale/ar.json'
import en from '../../src/rowlock/locale/en.json'
import he from '../../src/rowlock/locale/he.json'
import ru from '../../src/rowlock/locale/ru.json'
import { choose, current, dayName, list, row, t, use } from '../src/lib/i18n.svelte'

describe('texts', () => {
  it('fill in their facts', () => {
    use('en', en)
    expect(t('seat.player', { number: 3 })).toBe('Player 3')
    expect(t('no.such.key')).toBe('no.such.key')
  })

  it('count as the language does', () => {
    use('ru', ru)
    const forms = [1, 3, 5, 21].map((count) => t('sheet.penalties', { count }))
    expect(forms).toEqual(['1 штраф', '3 штрафа', '5 штрафов', '21 штраф'])
    use('ar', ar)
    expect(t('sheet.penalties', { count: 2 })).toBe('غرامتان')
    expect(t('sheet.penalties', { count: 3 })).toContain('3')
  })

  it('write dates as at the reader’s home', () => {
    use('en', en)
    const speaks = (...languages: string[]) => vi.stubGlobal('navigator', { languages })
    speaks('uk', 'en-GB')
    expect(dayName('2026-11-19')).toBe('Thursday 19 November')
    speaks('en-US')
    expect(dayName('2026-11-19')).toBe('Thursday, November 19')
    speaks('ru')
    expect(dayName('2026-11-19')).toBe('Thursday, November 19')
    use('ar', ar)
    speaks('ar-SA') // where another calendar is used, too; the game's day is the same everywhere
    expect(dayName('2026-11-19')).toContain('19')
    expect(dayName('2026-11-19')).toContain('نوفمبر')
    vi.unstubAllGlobals()
  })

  it('keep names and moves apart from text of the other direction', () => {
    use('en', en)
    expect(t('sheet.of', { name: 'نور' })).toBe('Sheet of \u2068نور\u2069')
    expect(t('sheet.of', { name: 'Ada' })).toBe('Sheet of Ada')
    use('ar', ar)
    expect(current.rtl).toBe(true)
    expect(t('sheet.of', { name: 'Ada' })).toContain('\u2068Ada\u2069')
  })

  it('keep the sign of a number before it', () => {
    use('en', en)
    expect(t('play.points', { count: -20 })).toBe('−20 points')
    use('he', he)
    expect(t('play.points', { count: -20 })).toContain('\u2066−20\u2069')
  })

  it('keep each name of a list apart, and join them as the language does', () => {
    use('en', en)
    expect(list(['نور', 'D', 'נועה'])).toBe('\u2068نور\u2069, D, and \u2068נועה\u2069')
    expect(row(['نور', 'D'])).toBe('\u2068نور\u2069 · D')
    use('ar', ar)
    expect(list(['نور', 'D'])).toBe('\u2068نور\u2069 و\u2068D\u2069')
    use('he', he)
    expect(list(['Ada', 'נועה'])).toBe('\u2068Ada\u2069 ו\u2068נועה\u2069')
    expect(list(['נועה', 'Ada'])).toBe('\u2068נועה\u2069 ו-\u2068Ada\u2069')
  })
})

describe('the language', () => {
  it('is the saved one, or the first of the reader that is ours', () => {
    expect(choose('he', ['ru-RU'])).toBe('he')
    expect(choose(null, ['de-DE', 'uk-UA', 'ru'])).toBe('uk')
    expect(choose('xx', ['de'])).toBe('en')
  })
})
