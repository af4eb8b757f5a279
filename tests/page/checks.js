// What can be wrong with a screen, as a list of sentences. Run in the page by test_screens.py.
async ({ prefixes, own, latin }) => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  await frame().then(frame) // after a change of width everything finds its place first
  const problems = []
  const visible = (element) => element.checkVisibility({ visibilityProperty: true })
  const where = (element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`

  // Texts: no key that has no text, no place that was not filled in, nothing that was forgotten in English.
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (visible(element) && !element.closest('select, script, style, code, kbd')) texts.push(walker.currentNode.data)
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name))
  }
  const key = new RegExp(`(^|\\s)(${prefixes.join('|')})\\.[a-z0-9]`)
  for (const text of new Set(texts)) {
    if (key.test(text)) problems.push(`a key instead of a text: ${text}`)
    if (/[{}]|undefined|NaN|\[object/.test(text)) problems.push(`not filled in: ${text}`)
    if (latin) continue
    const rest = own.reduce((left, name) => left.replaceAll(name, ''), text).replace(/https?:\S+/g, '')
    if (/[A-Za-z]{3,}/.test(rest)) problems.push(`not in this language: ${text}`)
  }

  // Nothing hangs over the edge, and no button is too small for its words.
  const edge = document.documentElement.clientWidth
  const clipped = (element) => {
    for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflowX !== 'visible') return true
    }
    return false
  }
  if (document.scrollingElement.scrollWidth > edge) problems.push(`the page is ${document.scrollingElement.scrollWidth} wide`)
  for (const element of document.body.querySelectorAll('*')) {
    if (!visible(element) || element.closest('.unseen, .skip, svg *')) continue
    const { left, right, width } = element.getBoundingClientRect()
    if (width && (left < -1 || right > edge + 1) && !clipped(element)) {
      problems.push(`over the edge: ${where(element)} from ${Math.round(left)} to ${Math.round(right)} of ${edge}`)
    }
    const words = element.matches('button:not(.cell, .cube), a, legend, summary, h1, h2, h3, p, dt, dd, label, .status')
    if (words && element.scrollWidth > element.clientWidth + 3 && getComputedStyle(element).display !== 'inline') {
      if (!element.querySelector('.unseen')) problems.push(`too narrow for its words: ${where(element)} ${element.innerText}`)
    }
  }

  // Everything that is tapped is large enough for a finger; cells, cubes and ends are as large as sheet and board allow.
  const finger = Math.min(44, edge / 8) - 0.5
  for (const element of document.querySelectorAll('button:not(.cell, .cube, .end), select, summary, .btn, .text, label:has(input)')) {
    const { width, height } = element.getBoundingClientRect()
    if (visible(element) && width && (width < finger || height < finger)) {
      problems.push(`too small for a finger: ${where(element)} ${Math.round(width)}×${Math.round(height)}`)
    }
  }
  return [...new Set(problems)]
}
