// The panel behind a point: how it was launched, every run, and the OpenCL C that ran.

const panel = document.getElementById("kernel");

function copyButton(text) {
  const button = make("button", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {  // a page from a file may not be allowed to
        getSelection().selectAllChildren(panel.querySelector("pre"));
        button.textContent = "Selected: press Ctrl-C";
      }
    },
  }, "Copy the kernel");
  return button;
}

function openKernel(point) {
  hideTip();
  const source = point.source && textOf(point.source);
  const title = `${point.line.label}: ${point.place}`;
  const close = make("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => panel.close() }, "✕");
  panel.replaceChildren(
    make("div", { class: "bar" }, make("h2", { id: "kernel-title" }, title), close),
    make("dl", {},
      fact("chart", point.group.title),
      point.group.xAxis ? fact(point.group.xAxis, point.place) : [],
      point.how ? fact("how", point.how) : [],
      point.summary ? summaryFacts(point) : fact("not measured", point.missing),
      point.runs.length > 1 ? fact(`every run, ${point.group.yAxis}`, point.runs.map(exact).join("  ")) : []),
    ...(source
      ? [copyButton(source), make("pre", { tabindex: "0", "aria-label": "OpenCL C" }, make("code", {}, source))]
      : [make("p", { class: "hint" }, "No kernel was generated for this point.")]));
  panel.showModal();
  panel.scrollTop = 0;
}

panel.addEventListener("click", (event) => {
  if (event.target === panel) panel.close();  // beside the panel
});
